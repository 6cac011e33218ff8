-- Under the account: who it is and which scope it is in.
create table interlock.account (
    account_key uuid primary key,
    app_id text not null references interlock.app,
    account_id text not null check (octet_length(account_id) between 1 and 128),
    scope_id uuid not null,
    app_account_token uuid not null,
    created_at timestamptz not null
);

-- Under the token: whose it is, for ever; an account may have had several.
create table interlock.account_token (
    app_id text not null references interlock.app,
    token uuid not null,
    account_key uuid not null,
    primary key (app_id, token)
);
