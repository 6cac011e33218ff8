-- Under the hash of a session's secret: who is signed in to the console. Any node knows it; it ends with
-- its key, which is looked at with every request.
create table interlock.console_session (
    session_hash bytea primary key check (octet_length(session_hash) = 32),
    key_id uuid not null,
    opened_at timestamptz not null,
    expires_at timestamptz not null
);
create index console_session_expiry on interlock.console_session (expires_at);
