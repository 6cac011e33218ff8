-- What administrators did: appended only.
create table interlock.audit (
    audit_id uuid primary key,
    app_id text not null references interlock.app,
    at timestamptz not null,
    actor jsonb not null,
    act text not null,
    subject jsonb not null,
    reason text not null,
    detail jsonb not null
);
create index audit_by_time on interlock.audit (app_id, at desc);
