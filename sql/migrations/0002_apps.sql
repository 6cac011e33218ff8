-- Small reference tables: read by every node, written by administrators.
create table interlock.app (
    app_id text primary key check (app_id ~ '^[A-Za-z0-9._-]{1,64}$'),
    apple_id bigint check (apple_id > 0),
    environments text[] not null check (
        cardinality(environments) > 0 and environments <@ array['Production', 'Sandbox']),
    -- The vendor's own keys for client tokens (RFC 7517), as given; null when there are none.
    token_keys jsonb,
    -- The key with which this service signs the client tokens that it mints.
    token_signer bytea not null,
    token_signer_id text not null,
    -- Grows with every change above or of the roots and bundles: nodes cache by it.
    revision bigint not null default 1,
    created_at timestamptz not null default now()
);

create table interlock.app_bundle (
    bundle_id text primary key check (octet_length(bundle_id) between 1 and 255),
    app_id text not null references interlock.app
);

create table interlock.app_root (
    app_id text not null references interlock.app,
    fingerprint bytea not null check (octet_length(fingerprint) = 32),
    certificate bytea not null check (octet_length(certificate) <= 16384),
    primary key (app_id, fingerprint)
);

create table interlock.access_key (
    key_id uuid primary key,
    key_hash bytea not null unique check (octet_length(key_hash) = 32),
    app_id text not null references interlock.app,
    role text not null check (role in ('service', 'viewer', 'operator', 'admin')),
    label text not null default '',
    created_at timestamptz not null default now(),
    revoked_at timestamptz
);

create table interlock.catalog (
    app_id text primary key references interlock.app,
    revision bigint not null default 0,
    document jsonb not null default '{"products": []}',
    deadlines jsonb not null,
    applied_at timestamptz not null default now()
);

create table interlock.catalog_history (
    app_id text not null references interlock.app,
    revision bigint not null,
    document jsonb not null,
    actor jsonb not null,
    applied_at timestamptz not null,
    primary key (app_id, revision)
);

-- A product with its plan: what a reserve of it has to look up, compiled when the catalog was applied.
create table interlock.product (
    app_id text not null references interlock.app,
    product_id text not null,
    kind text not null check (
        kind in ('auto_renewable', 'non_renewing', 'non_consumable', 'consumable')),
    subscription_group text,
    duration interval,
    plan jsonb not null,
    primary key (app_id, product_id)
);
