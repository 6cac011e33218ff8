-- How a scope stands when one of its accounts has opened it for a change.
create type interlock.opened_scope as (
    version bigint,
    at timestamptz,
    is_member boolean,
    app_account_token uuid,
    -- Something expired: devices see a difference already.
    changed boolean
);

-- What settling found that a person should see: an array for incidents_note.
alter type interlock.intent_answer add attribute incidents jsonb;

alter table interlock.store_transaction
    add column revocation_type text,
    -- In thousandths of a percent of the whole quantity, as the store gives it.
    add column revocation_percent integer,
    -- Names the store's account in this app: one for each member of a family.
    add column app_transaction_id text;

-- What a person should see. The same happening is one row, however often it is reported.
create table interlock.incident (
    app_id text not null references interlock.app,
    incident_id uuid not null,
    environment text not null check (environment in ('Production', 'Sandbox')),
    kind text not null check (kind in (
        'duplicate_purchase', 'owner_conflict', 'unclaimed', 'token_mismatch', 'late_settlement',
        'verification_failed', 'scope_conflict')),
    -- Which happening: two incidents of one kind never share it.
    subject text not null,
    account_key uuid,
    detail jsonb not null,
    opened_at timestamptz not null,
    seen_at timestamptz not null,
    times bigint not null default 1,
    resolved_at timestamptz,
    resolved_by jsonb,
    resolution text,
    primary key (app_id, incident_id),
    unique (app_id, environment, kind, subject),
    check ((resolved_at is null) = (resolved_by is null))
);
create index incident_by_time on interlock.incident (app_id, opened_at desc, incident_id desc);
create index incident_open on interlock.incident (app_id, opened_at desc, incident_id desc)
    where resolved_at is null;

-- Under the store's account: which accounts of the app have shown it.
create table interlock.store_account (
    app_id text not null references interlock.app,
    environment text not null check (environment in ('Production', 'Sandbox')),
    app_transaction_id text not null check (octet_length(app_transaction_id) between 1 and 128),
    account_key uuid not null,
    first_seen_at timestamptz not null,
    primary key (app_id, environment, app_transaction_id, account_key)
);
create index store_account_shown on interlock.store_account (account_key, environment);

-- What to ask the store: about an account, a subscription, or for notifications that were missed.
create table interlock.store_check (
    app_id text not null references interlock.app,
    environment text not null check (environment in ('Production', 'Sandbox')),
    kind text not null check (kind in ('account', 'subscription', 'notifications')),
    -- The account's key, the originalTransactionId, or empty.
    subject text not null,
    -- Infinity: nothing to ask for now; the place where asking stopped is kept.
    due_at timestamptz not null,
    tries integer not null default 0,
    place jsonb not null default '{}',
    asked_at timestamptz,
    primary key (app_id, environment, kind, subject)
);
create index store_check_due on interlock.store_check (due_at);
-- What puts a check on the list: intents whose request the store may still act on, periods that end.
create index intent_awaited on interlock.intent (expires_at)
    where open and reported_at is not null;
create index ownership_ending on interlock.ownership (expires_at)
    where kind = 'auto_renewable' and revoked_at is null;

-- How the service asks the store about an app; a secret.
create table interlock.store_access (
    app_id text primary key references interlock.app,
    issuer_id text not null check (octet_length(issuer_id) between 1 and 128),
    key_id text not null check (octet_length(key_id) between 1 and 128),
    private_key bytea not null check (octet_length(private_key) <= 4096),
    -- Overrides the store's own addresses, for a stand-in: {"Production": url, "Sandbox": url}.
    addresses jsonb not null default '{}'
);

-- For administrators: a transaction by its id alone.
create index store_transaction_by_id on interlock.store_transaction (transaction_id);
