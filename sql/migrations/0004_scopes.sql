-- Everything that a reserve, report, renewal or state read decides on lies under scope_id.
create table interlock.scope (
    scope_id uuid primary key,
    app_id text not null references interlock.app,
    kind text not null check (kind in ('account', 'group')),
    group_id text,
    version bigint not null check (version > 0),
    created_at timestamptz not null,
    check ((kind = 'group') = (group_id is not null))
) with (fillfactor = 70);

create table interlock.member (
    scope_id uuid not null references interlock.scope,
    account_key uuid not null,
    account_id text not null,
    app_account_token uuid not null,
    joined_at timestamptz not null,
    primary key (scope_id, account_key)
);

create table interlock.intent (
    scope_id uuid not null,
    intent_id uuid not null,
    app_id text not null,
    environment text not null check (environment in ('Production', 'Sandbox')),
    account_key uuid not null,
    account_id text not null,
    device_id text not null check (octet_length(device_id) between 1 and 128),
    product_id text not null,
    request_id text not null check (octet_length(request_id) between 1 and 128),
    status text not null check (status in (
        'reserved', 'pending', 'confirming', 'completed', 'cancelled', 'failed', 'expired',
        'released')),
    open boolean not null,
    pending_reason text check (pending_reason in ('ask_to_buy', 'sca', 'unknown')),
    exclusion_sets text[] not null check (cardinality(exclusion_sets) > 0),
    fence bigint not null,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    expires_at timestamptz not null,
    renewable_until timestamptz not null,
    -- When the device last said pending or purchased: the store may still act on it.
    reported_at timestamptz,
    closed_at timestamptz,
    -- Until when "earlier_request_unresolved" warns of it.
    risk_until timestamptz,
    transaction_id text,
    effective_at timestamptz,
    settled_late boolean not null default false,
    risks text[] not null default '{}',
    error text,
    metadata jsonb,
    primary key (scope_id, intent_id),
    -- What a claim refers to: a closed intent can't keep one, whoever writes.
    unique (scope_id, intent_id, open),
    foreign key (scope_id, account_key) references interlock.member,
    check (open = (status in ('reserved', 'pending', 'confirming'))),
    check (open = (closed_at is null)),
    check ((status = 'completed') = (transaction_id is not null or effective_at is not null)),
    check (not (open and risk_until is not null)),
    check (status <> 'pending' or pending_reason is not null)
) with (fillfactor = 70);

-- Request ids are unique per account, and one transaction settles one intent.
create unique index intent_request on interlock.intent (scope_id, account_key, request_id);
create unique index intent_transaction on interlock.intent (scope_id, environment, transaction_id)
    where transaction_id is not null;
-- What a state read and a reserve look at: open intents, and closed ones that still warn.
create index intent_alive on interlock.intent (scope_id) where open or risk_until is not null;
-- For administrators: an intent by its id alone, and the open ones of an app.
create index intent_by_id on interlock.intent (intent_id);
create index intent_open_by_app on interlock.intent (app_id, created_at, intent_id) where open;

-- The claim is the lock.
create table interlock.claim (
    scope_id uuid not null,
    environment text not null,
    exclusion_set text not null,
    -- Empty for a group set; the account for an account set.
    audience_key text not null,
    intent_id uuid not null,
    open boolean not null default true check (open),
    primary key (scope_id, environment, exclusion_set, audience_key),
    foreign key (scope_id, intent_id, open)
        references interlock.intent (scope_id, intent_id, open)
);

-- History: appended, never changed; dropped by partition.
create table interlock.intent_event (
    scope_id uuid not null,
    intent_id uuid not null,
    at timestamptz not null,
    from_status text,
    to_status text not null,
    actor jsonb not null,
    reason text,
    primary key (scope_id, intent_id, at, to_status)
) partition by range (at);
create table interlock.intent_event_rest partition of interlock.intent_event default;

-- Periods of use, folded from the ledger; the clock opens and closes them.
create table interlock.ownership (
    scope_id uuid not null,
    environment text not null,
    account_key uuid not null,
    account_id text not null,
    original_transaction_id text not null,
    transaction_id text not null,
    product_id text not null,
    kind text not null,
    subscription_group text,
    ownership_type text not null,
    starts_at timestamptz not null,
    expires_at timestamptz,
    grace_until timestamptz,
    retry_until timestamptz,
    revoked_at timestamptz,
    will_renew boolean,
    next_product_id text,
    primary key (scope_id, environment, account_key, original_transaction_id, transaction_id),
    foreign key (scope_id, account_key) references interlock.member
);

-- When the clock next changes what a device of the scope sees; never later than that, maybe earlier,
-- so that a renewal need not touch it. A table of its own keeps the scope row's updates in place.
create table interlock.due (
    scope_id uuid primary key references interlock.scope,
    due_at timestamptz not null,
    swept_at timestamptz not null
);
create index due_at on interlock.due (due_at);
