-- Gives what the console's first page shows of an app. A number is counted now as long as c_exact rows tell
-- it; a greater one is that of the last sample, and named in `estimated` (where there is no sample yet it is
-- what was counted, "or more"). counted_at says when that was taken, samples are those of the last day (five
-- minutes each, the oldest first), waiting is what the living nodes noted, oldest_at when one of the first of
-- the list of locks was made. A plain read of a bounded number of rows, planned once a session.
create or replace function interlock.console_overview(p_app_id text)
returns table (
    at timestamptz, reserved bigint, pending bigint, confirming bigint, stuck bigint,
    incidents bigint, waiting bigint, estimated text[], counted_at timestamptz,
    oldest_at timestamptz, rule jsonb, samples jsonb)
language plpgsql stable strict
set plan_cache_mode = 'force_generic_plan'
as $$
declare
    c_exact constant integer := 25;
    v_now timestamptz := clock_timestamp();
    v_last interlock.app_sample;
begin
    at := v_now;
    select a.stuck into rule from interlock.app a where a.app_id = p_app_id;
    select sum(c.open) filter (where c.status = 'reserved'),
        sum(c.open) filter (where c.status = 'pending'),
        sum(c.open) filter (where c.status = 'confirming'), sum(c.stuck), min(c.oldest),
        array_remove(
            array_agg(distinct case when c.looked = c_exact then c.status end)
                || max(case when c.late = c_exact then 'stuck' end), null)
    into reserved, pending, confirming, stuck, oldest_at, estimated
    from (
        select l.status, count(i.created_at) as looked,
            count(*) filter (where i.stuck_at <= v_now) as late,
            count(*) filter (where i.expires_at > v_now) as open,
            count(*) filter (where i.stuck_at <= v_now and i.expires_at > v_now) as stuck,
            min(i.created_at) filter (where i.expires_at > v_now) as oldest
        from (values ('Production', 'reserved'), ('Production', 'pending'),
            ('Production', 'confirming'), ('Sandbox', 'reserved'), ('Sandbox', 'pending'),
            ('Sandbox', 'confirming')) l (environment, status)
        left join lateral (
            select o.created_at, o.expires_at, o.stuck_at from interlock.intent o
            where o.app_id = p_app_id and o.open and o.environment = l.environment
                and o.status = l.status
            -- As the index has it: no sort.
            order by o.environment, o.status, o.stuck_at, o.intent_id limit c_exact) i on true
        group by l.environment, l.status) c;
    select count(*) into incidents from (
        select from interlock.incident n
        where n.app_id = p_app_id and n.resolved_at is null limit c_exact) d;
    if incidents = c_exact then
        estimated := estimated || 'incidents'::text;
    end if;
    waiting := interlock.samples_waiting(p_app_id, v_now);

    select * into v_last from interlock.app_sample s
    where s.app_id = p_app_id order by s.bucket_at desc limit 1;
    counted_at := v_last.counted_at;
    if 'reserved' = any (estimated) then
        reserved := greatest(reserved, v_last.reserved);
    end if;
    if 'pending' = any (estimated) then
        pending := greatest(pending, v_last.pending);
    end if;
    if 'confirming' = any (estimated) then
        confirming := greatest(confirming, v_last.confirming);
    end if;
    if 'stuck' = any (estimated) then
        stuck := greatest(stuck, v_last.stuck);
    end if;
    if 'incidents' = any (estimated) then
        incidents := greatest(incidents, v_last.incidents);
    end if;
    select coalesce(jsonb_agg(jsonb_build_object(
        'at', interlock.scopes_microseconds(s.bucket_at), 'reserved', s.reserved,
        'pending', s.pending, 'confirming', s.confirming, 'stuck', s.stuck,
        'incidents', s.incidents, 'waiting', s.waiting) order by s.bucket_at), '[]')
    into samples
    from interlock.app_sample s
    where s.app_id = p_app_id and s.bucket_at > v_now - interval '1 day';
    return next;
end
$$;
