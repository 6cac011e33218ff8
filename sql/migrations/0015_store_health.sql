-- How asking the store about an app goes, for whoever looks after it.
create table interlock.store_health (
    app_id text not null references interlock.app,
    environment text not null check (environment in ('Production', 'Sandbox')),
    succeeded_at timestamptz,
    failed_at timestamptz,
    -- What the last failure was, in a word and in a sentence.
    failure text,
    detail text,
    -- Until when nothing is asked, since the store refuses the access.
    rests_until timestamptz,
    primary key (app_id, environment)
);

-- What failed for good until now, for an answer that was not the store's.
update interlock.store_check set due_at = clock_timestamp() + random() * interval '1 hour'
where due_at = 'infinity' and tries > 0;
