-- Gives the answer row of an intent as it stands at p_at: open but past its deadline is expired; a released
-- one has as its deadline when its sets opened, which is the end of its delay.
-- Reads nothing, locks nothing.
create or replace function interlock.intents_answer(
    p_outcome text, p_version bigint, p_at timestamptz, p_intent interlock.intent, p_token uuid)
returns interlock.intent_answer
language plpgsql stable
as $$
begin
    return (
        p_outcome, p_version, p_at, p_intent.intent_id, p_intent.request_id,
        case when p_intent.open and p_intent.expires_at <= p_at then 'expired'
            else p_intent.status end,
        p_intent.product_id, p_intent.environment, p_intent.exclusion_sets,
        p_intent.account_id, p_intent.device_id, p_token, p_intent.fence,
        p_intent.created_at, p_intent.updated_at,
        case p_intent.status when 'released' then coalesce(p_intent.delay_until, p_intent.closed_at)
            else p_intent.expires_at end,
        p_intent.pending_reason,
        p_intent.transaction_id, p_intent.settled_late, p_intent.risks, p_intent.effective_at,
        p_intent.error, p_intent.metadata,
        null::text, null::timestamptz, null::text, null::jsonb);
end
$$;
