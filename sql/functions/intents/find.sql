-- Finds where an intent is by its id alone, for administrators. A plain read.
create or replace function interlock.intents_find(p_app_id text, p_intent_id uuid)
returns table (scope_id uuid, account_key uuid, account_id text, environment text)
language sql stable strict
as $$
    select i.scope_id, i.account_key, i.account_id, i.environment from interlock.intent i
    where i.intent_id = p_intent_id and i.app_id = p_app_id
$$;
