-- Keeps the sets of a released intent closed until p_until, or opens them where that is not after p_at:
-- they go to the oldest that waits. Its warning lasts as long as the delay, and as that of any request
-- that was reported.
-- The step in its history says beside who did it until when that is, null where it opened them.
-- The caller holds the scope's row lock and bumps the version.
create or replace function interlock.intents_delay(
    p_intent interlock.intent, p_until timestamptz, p_at timestamptz, p_actor jsonb, p_reason text)
returns interlock.intent
language plpgsql
as $$
declare
    v_until timestamptz := case when p_until > p_at then p_until end;
    v_intent interlock.intent;
begin
    update interlock.intent i
    set updated_at = p_at, delay_until = v_until,
        risk_until = greatest(v_until, case when i.reported_at is not null then
            i.closed_at + interlock.scopes_seconds(
                interlock.scopes_deadlines(i.scope_id), 'unresolved_risk') end)
    where i.scope_id = p_intent.scope_id and i.intent_id = p_intent.intent_id
    returning i.* into v_intent;
    if v_until is null then
        perform interlock.intents_promote(p_intent.scope_id, p_at);
    end if;
    perform interlock.intents_remember(
        p_intent.scope_id, p_intent.intent_id, p_at, p_intent.status, p_intent.status,
        p_actor || jsonb_build_object('delay_until', interlock.scopes_microseconds(v_until)),
        p_reason);
    return v_intent;
end
$$;
