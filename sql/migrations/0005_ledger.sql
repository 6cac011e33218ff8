-- The ledger lies under original_transaction_id.
create table interlock.purchase_line (
    original_transaction_id text not null,
    app_id text not null references interlock.app,
    environment text not null check (environment in ('Production', 'Sandbox')),
    account_key uuid,
    claimed_by text,
    claimed_at timestamptz,
    -- A token that no account has yet: the line waits for its account.
    parked_token uuid,
    renewal jsonb,
    renewal_signed_at timestamptz,
    primary key (original_transaction_id, app_id, environment),
    check ((account_key is null) = (claimed_at is null))
);
create index purchase_line_account on interlock.purchase_line (account_key, environment);
create index purchase_line_parked on interlock.purchase_line (app_id, parked_token)
    where parked_token is not null;

create table interlock.store_transaction (
    original_transaction_id text not null,
    app_id text not null,
    environment text not null,
    transaction_id text not null check (octet_length(transaction_id) between 1 and 128),
    product_id text not null,
    kind text not null,
    subscription_group text,
    ownership_type text not null,
    reason text not null,
    quantity integer not null default 1,
    purchased_at timestamptz not null,
    expires_at timestamptz,
    revoked_at timestamptz,
    upgraded boolean not null default false,
    app_account_token uuid,
    signed_at timestamptz not null,
    -- The verified payload as it came: nothing that the store said is lost.
    snapshot jsonb not null,
    -- Whether it was offered to its account's intents: an old one never settles a fresh intent.
    offered boolean not null default false,
    first_source text not null,
    recorded_at timestamptz not null,
    updated_at timestamptz not null,
    primary key (original_transaction_id, app_id, environment, transaction_id),
    foreign key (original_transaction_id, app_id, environment) references interlock.purchase_line
);

create table interlock.store_notification (
    notification_uuid uuid primary key,
    app_id text not null references interlock.app,
    environment text not null,
    type text not null,
    subtype text,
    signed_at timestamptz not null,
    received_at timestamptz not null,
    payload jsonb not null
);
