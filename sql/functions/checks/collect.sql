-- Puts on the list what the store should be asked about: accounts whose request the store may still act
-- on, near its deadline; subscriptions whose period ends or is in billing retry; and each app's missed
-- notifications, once. Only apps that have access to the store's server. What is on the list already
-- keeps its date unless that was infinity. Locks the new rows only; gives their number.
create or replace function interlock.checks_collect(p_limit integer)
returns integer
language plpgsql strict
as $$
declare
    c_before_deadline constant interval := '15 minutes';
    c_after_deadline constant interval := '1 hour';
    c_after_period constant interval := '2 minutes';
    v_at timestamptz := clock_timestamp();
    v_count integer;
begin
    insert into interlock.store_check as c (app_id, environment, kind, subject, due_at)
    select f.app_id, f.environment, f.kind, f.subject,
        -- Spread, so that a common end of period does not come all at once.
        min(f.due_at) + random() * f.spread
    from (
        (select i.app_id, i.environment, 'account' as kind, i.account_key::text as subject,
            v_at as due_at, interval '5 seconds' as spread
        from interlock.intent i
        where i.open and i.reported_at is not null
            and i.expires_at between v_at - c_after_deadline and v_at + c_before_deadline
        order by i.expires_at limit p_limit)
        union all
        (select s.app_id, o.environment, 'subscription', o.original_transaction_id,
            greatest(o.expires_at + c_after_period, v_at), interval '60 seconds'
        from interlock.ownership o join interlock.scope s on s.scope_id = o.scope_id
        where o.kind = 'auto_renewable' and o.revoked_at is null
            and o.expires_at between v_at - interval '1 hour' and v_at
        order by o.expires_at desc limit p_limit)
        union all
        select p.app_id, e.environment, 'notifications', '', v_at, interval '5 seconds'
        from interlock.app p cross join lateral unnest(p.environments) e (environment)
    ) f
    join interlock.store_access a on a.app_id = f.app_id
    group by f.app_id, f.environment, f.kind, f.subject, f.spread
    on conflict (app_id, environment, kind, subject) do update
    set due_at = excluded.due_at, tries = 0
    where c.due_at = 'infinity'
        and (c.asked_at is null or c.asked_at < v_at - interval '5 minutes')
        and c.kind <> 'notifications';
    get diagnostics v_count = row_count;
    return v_count;
end
$$;
