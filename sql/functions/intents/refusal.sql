-- Says why a transaction that a device reports for an intent does not settle it:
-- not_found, already_purchased (bought before the intent), intent_closed (another one completed it),
-- transaction_mismatch (another product, or it settled another intent).
create or replace function interlock.intents_refusal(p_intent interlock.intent, p_facts jsonb)
returns text
language sql immutable
as $$
    select case
        when p_intent.intent_id is null then 'not_found'
        when p_facts -> 'transaction' ->> 'product_id' is distinct from p_intent.product_id
            then 'transaction_mismatch'
        when (p_facts -> 'transaction' ->> 'purchased_at')::timestamptz < p_intent.created_at
            then 'already_purchased'
        -- Another transaction completed it.
        when p_intent.status = 'completed' then 'intent_closed'
        else 'transaction_mismatch'
    end
$$;
