-- Tells of an intent that a transaction completed after it had closed. Reads nothing, locks nothing.
create or replace function interlock.incidents_late(p_intent interlock.intent, p_facts jsonb)
returns jsonb
language sql immutable
as $$
    select jsonb_build_array(jsonb_build_object(
        'kind', 'late_settlement', 'subject', p_intent.intent_id,
        'account_key', p_intent.account_key,
        'detail', jsonb_build_object(
            'intent_id', p_intent.intent_id, 'product_id', p_intent.product_id,
            'device_id', p_intent.device_id, 'reserved_at', p_intent.created_at,
            'closed_at', p_intent.closed_at, 'settled_at', p_intent.updated_at,
            'transaction_id', p_intent.transaction_id,
            'purchased_at', p_facts -> 'transaction' -> 'purchased_at')))
$$;
