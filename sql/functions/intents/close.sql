-- Closes an intent: its claims go, to the oldest that waits for them where there is one; its risk begins,
-- its history grows, in the caller's transaction.
-- The caller holds the scope's row lock and bumps the version. Closing a closed intent changes its
-- status only (a transaction that settles an expired one, say).
-- p_closed_at is when it ended: the deadline for expiry, else now.
-- p_changes: {transaction_id?, effective_at?, settled_late?, error?, delay_until? (closes its sets until
-- then; without it an earlier delay ends)}
create or replace function interlock.intents_close(
    p_intent interlock.intent, p_status text, p_at timestamptz, p_closed_at timestamptz,
    p_risk_until timestamptz, p_changes jsonb, p_actor jsonb, p_reason text)
returns interlock.intent
language plpgsql
as $$
declare
    v_intent interlock.intent;
begin
    delete from interlock.claim c
    where c.scope_id = p_intent.scope_id and c.intent_id = p_intent.intent_id;
    update interlock.intent i
    set status = p_status, open = false, updated_at = p_at,
        closed_at = coalesce(i.closed_at, p_closed_at), risk_until = p_risk_until,
        delay_until = (p_changes ->> 'delay_until')::timestamptz,
        transaction_id = coalesce(p_changes ->> 'transaction_id', i.transaction_id),
        effective_at = coalesce((p_changes ->> 'effective_at')::timestamptz, i.effective_at),
        settled_late = coalesce((p_changes ->> 'settled_late')::boolean, i.settled_late),
        error = coalesce(p_changes ->> 'error', i.error)
    where i.scope_id = p_intent.scope_id and i.intent_id = p_intent.intent_id
    returning i.* into v_intent;
    if p_intent.open or p_intent.delay_until > p_at then
        perform interlock.intents_promote(p_intent.scope_id, p_at);
    end if;
    perform interlock.intents_remember(
        p_intent.scope_id, p_intent.intent_id, p_at, p_intent.status, p_status, p_actor, p_reason);
    return v_intent;
end
$$;
