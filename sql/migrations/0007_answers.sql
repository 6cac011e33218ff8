-- What the functions of intents answer: the outcome, the scope's version and time, and an intent —
-- the caller's own, or the holder that stands in its way (outcomes locked and lock_lost).
create type interlock.intent_answer as (
    outcome text,
    version bigint,
    at timestamptz,
    intent_id uuid,
    request_id text,
    status text,
    product_id text,
    environment text,
    exclusion_sets text[],
    account_id text,
    device_id text,
    app_account_token uuid,
    fence bigint,
    created_at timestamptz,
    updated_at timestamptz,
    expires_at timestamptz,
    pending_reason text,
    transaction_id text,
    settled_late boolean,
    risks text[],
    effective_at timestamptz,
    error text,
    metadata jsonb,
    owned_product_id text,
    owned_expires_at timestamptz,
    owned_account_id text
);

-- What ownership says to a wish to buy: the row that refuses it (if any), and the risks of the rest.
create type interlock.ownership_verdict as (
    blocked boolean,
    product_id text,
    expires_at timestamptz,
    account_id text,
    risks text[]
);
