-- Inserts the claims of an intent, one for each set of its product. The caller holds the scope's row
-- lock and has seen that the sets are free: a violation of the primary key means that it had not.
create or replace function interlock.intents_claim(p_intent interlock.intent, p_plan jsonb)
returns void
language plpgsql
as $$
begin
    insert into interlock.claim (scope_id, environment, exclusion_set, audience_key, intent_id)
    select p_intent.scope_id, p_intent.environment, s ->> 'id',
        case s ->> 'audience' when 'account' then p_intent.account_id else '' end,
        p_intent.intent_id
    from jsonb_array_elements(p_plan -> 'sets') s
    order by s ->> 'id';
end
$$;
