-- What an account may do in its group; null in its own scope.
alter table interlock.member
    add column role text check (role in ('organizer', 'adult', 'child'));
create unique index member_organizer on interlock.member (scope_id) where role = 'organizer';

-- A family or household, as the app defines it. Its id is its scope's.
create table interlock.family_group (
    group_id uuid primary key,
    app_id text not null references interlock.app,
    size_limit integer not null default 6 check (size_limit between 2 and 50),
    -- Which roles may release another member's pending intent.
    releasers text[] not null default '{organizer,adult}'
        check (releasers <@ array['organizer', 'adult', 'child']),
    created_at timestamptz not null,
    dissolved_at timestamptz
);

-- Under the code's hash: who may join which group, once.
create table interlock.invitation (
    code_hash bytea primary key check (octet_length(code_hash) = 32),
    invitation_id uuid not null unique,
    app_id text not null references interlock.app,
    group_id uuid not null,
    role text not null check (role in ('adult', 'child')),
    invited_by text not null,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    -- accepted, declined or revoked; null while it can be used.
    ended_as text check (ended_as in ('accepted', 'declined', 'revoked')),
    ended_at timestamptz,
    -- Who accepted it: for that account the same code is good again.
    taken_by uuid,
    check ((ended_as is null) = (ended_at is null))
);
create index invitation_of_group on interlock.invitation (group_id, created_at);

-- Under the account: wrong codes in the last hour, against guessing.
create table interlock.invitation_try (
    account_key uuid not null,
    hour timestamptz not null,
    wrong integer not null,
    primary key (account_key, hour)
);

-- Under the account: the installations that have asked for it.
create table interlock.device (
    account_key uuid not null,
    device_id text not null check (octet_length(device_id) between 1 and 128),
    first_seen_at timestamptz not null,
    last_seen_at timestamptz not null,
    primary key (account_key, device_id)
);

-- Under the account: it was forgotten or merged, and doesn't come back by a token that is still good. Holds
-- no name; kept for longer than any token lives.
create table interlock.account_end (
    account_key uuid primary key,
    ended_at timestamptz not null
);
