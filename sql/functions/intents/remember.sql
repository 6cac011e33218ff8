-- Appends one step to an intent's history.
create or replace function interlock.intents_remember(
    p_scope_id uuid, p_intent_id uuid, p_at timestamptz, p_from text, p_to text, p_actor jsonb,
    p_reason text)
returns void
language plpgsql
as $$
begin
    insert into interlock.intent_event (scope_id, intent_id, at, from_status, to_status, actor, reason)
    values (p_scope_id, p_intent_id, p_at, p_from, p_to, p_actor, p_reason)
    on conflict do nothing;
end
$$;
