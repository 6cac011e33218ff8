-- Says why a transaction that a device reports for an intent does not settle it:
-- not_found, already_purchased (bought before the intent), transaction_mismatch (the rest).
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
        else 'transaction_mismatch'
    end
$$;
