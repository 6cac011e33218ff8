-- Moves an open intent to pending or confirming and sets its deadline, never an earlier one, and when it
-- counts as stuck.
-- The caller holds the scope's row lock and bumps the version.
create or replace function interlock.intents_await(
    p_intent interlock.intent, p_result text, p_at timestamptz, p_deadlines jsonb, p_options jsonb)
returns interlock.intent
language plpgsql strict
as $$
declare
    v_status text := case p_result when 'pending' then 'pending' else 'confirming' end;
    v_reason text := coalesce(p_options ->> 'reason', 'unknown');
    v_limit text := case when p_result <> 'pending' then 'confirming'
        when v_reason = 'sca' then 'pending_sca' else 'pending' end;
    v_intent interlock.intent;
begin
    update interlock.intent i
    set status = v_status, updated_at = p_at, reported_at = p_at, open = true, closed_at = null,
        risk_until = null, heard_at = p_at, gone_at = null,
        stuck_at = interlock.intents_stuck(
            v_status, i.created_at, i.renewable_until, p_at, p_at, null, p_deadlines -> 'stuck',
            interlock.scopes_seconds(p_deadlines, 'reserved')),
        pending_reason = case when p_result = 'pending' then v_reason else i.pending_reason end,
        expires_at = greatest(
            i.expires_at, p_at + interlock.scopes_seconds(p_deadlines, v_limit))
    where i.scope_id = p_intent.scope_id and i.intent_id = p_intent.intent_id
    returning i.* into v_intent;
    perform interlock.intents_remember(
        p_intent.scope_id, p_intent.intent_id, p_at, p_intent.status, v_status,
        p_options -> 'actor', p_options ->> 'reason');
    return v_intent;
end
$$;
