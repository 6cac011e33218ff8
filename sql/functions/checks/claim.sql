-- Takes due checks for one worker, the longest waiting first: for p_lease_seconds nobody else gets them.
-- A worker that dies leaves them to the others then. Locks the taken rows, skipping what others hold.
create or replace function interlock.checks_claim(p_limit integer, p_lease_seconds integer)
returns table (
    app_id text, environment text, kind text, subject text, tries integer, place jsonb,
    leads text[])
language sql strict
as $$
    with clock (at) as materialized (
        select clock_timestamp()
    ), taken as (
        select c.app_id, c.environment, c.kind, c.subject from interlock.store_check c, clock
        where c.due_at <= clock.at and (c.taken_until is null or c.taken_until <= clock.at)
        order by c.due_at limit p_limit
        for update of c skip locked
    ), claimed as (
        update interlock.store_check c
        set due_at = clock.at + make_interval(secs => p_lease_seconds),
            taken_until = clock.at + make_interval(secs => p_lease_seconds),
            tries = c.tries + 1, asked_at = clock.at
        from taken t, clock
        where c.app_id = t.app_id and c.environment = t.environment and c.kind = t.kind
            and c.subject = t.subject
        returning c.*
    )
    select c.app_id, c.environment, c.kind, c.subject, c.tries, c.place,
        case c.kind
            when 'account' then interlock.checks_leads(c.subject::uuid, c.environment)
            when 'subscription' then array[c.subject]
            when 'token' then interlock.checks_token(c.subject, c.app_id, c.environment)
            else '{}' end
    from claimed c
$$;
