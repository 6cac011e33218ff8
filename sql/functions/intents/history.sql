-- Gives an intent's history, the oldest step first. A plain read of one scope.
create or replace function interlock.intents_history(p_scope_id uuid, p_intent_id uuid)
returns table (
    at timestamptz, from_status text, to_status text, actor jsonb, reason text)
language sql stable strict
as $$
    select e.at, e.from_status, e.to_status, e.actor, e.reason from interlock.intent_event e
    where e.scope_id = p_scope_id and e.intent_id = p_intent_id
    order by e.at, e.from_status nulls first
$$;
