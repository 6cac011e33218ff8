-- Puts on the list what the store should be asked about: accounts whose request the store may still act
-- on, near its deadline and shortly after; subscriptions whose period ends within a minute or has ended; and each app's missed
-- notifications, once. Only apps that have access to the store's server.
-- p_back_seconds: how far back ends of periods are looked for, and deadlines (a week of them at most), so
-- that those that passed while nobody asked are found too. What was asked about since then is left out,
-- and so is what is on the list already, for then or sooner.
-- At most p_limit of each kind: as long as it gives that many, there may be more. Locks the rows it
-- writes; gives their number.
create or replace function interlock.checks_collect(
    p_limit integer, p_back_seconds double precision)
returns integer
language plpgsql strict
as $$
declare
    c_before_deadline constant interval := '15 minutes';
    c_after_deadline constant interval := '1 hour';
    c_long_after_deadline constant interval := '7 days';
    -- While a request is awaited, its account is asked about so often.
    c_account_pause constant interval := '10 minutes';
    -- Production renews up to a day ahead: its notification is usually there long before the end, and
    -- nothing is asked. Where it is not, who has paid reads as expired until somebody asks. So it is
    -- asked within seconds: 2 to 12 after the end, and a moment for a worker to come by.
    c_after_period constant interval := '2 seconds';
    c_period_spread constant interval := '10 seconds';
    -- Listed before the end, since nobody looks at every second.
    c_ahead constant interval := '1 minute';
    v_at timestamptz := clock_timestamp();
    v_back interval := make_interval(secs => p_back_seconds);
    v_count integer;
begin
    insert into interlock.store_check as c (app_id, environment, kind, subject, due_at)
    select f.app_id, f.environment, f.kind, f.subject,
        -- Spread, so that a common end of period does not come all at once.
        min(f.due_at) + random() * f.spread
    from (
        (select i.app_id, i.environment, 'account' as kind, i.account_key::text as subject,
            v_at as due_at, interval '5 seconds' as spread
        from interlock.intent i join interlock.store_access a on a.app_id = i.app_id
        where i.reported_at is not null and i.status in ('pending', 'confirming', 'expired')
            and i.expires_at > v_at - greatest(
                c_after_deadline, least(v_back, c_long_after_deadline))
            and i.expires_at < v_at + c_before_deadline
            and not exists (
                select from interlock.store_check k
                where k.app_id = i.app_id and k.environment = i.environment
                    and k.kind = 'account' and k.subject = i.account_key::text
                    and (k.due_at < 'infinity'
                        or k.asked_at > least(
                            v_at - c_account_pause, i.expires_at + c_after_deadline)))
        order by i.expires_at limit p_limit)
        union all
        (select s.app_id, o.environment, 'subscription', o.original_transaction_id,
            greatest(o.expires_at + c_after_period, v_at), c_period_spread
        from interlock.ownership o
        join interlock.scope s on s.scope_id = o.scope_id
        join interlock.store_access a on a.app_id = s.app_id
        where o.kind = 'auto_renewable' and o.revoked_at is null
            and o.expires_at between v_at - v_back and v_at + c_ahead
            -- The next period may be known already.
            and not exists (
                select from interlock.ownership n
                where n.scope_id = o.scope_id and n.environment = o.environment
                    and n.account_key = o.account_key
                    and n.original_transaction_id = o.original_transaction_id
                    and n.revoked_at is null and n.expires_at > greatest(o.expires_at, v_at))
            and not exists (
                select from interlock.store_check k
                where k.app_id = s.app_id and k.environment = o.environment
                    and k.kind = 'subscription' and k.subject = o.original_transaction_id
                    -- One that is due much later, from an earlier period, comes now.
                    and (k.due_at <= greatest(o.expires_at, v_at) + c_after_period + c_period_spread
                        or k.asked_at > o.expires_at))
        order by o.expires_at desc limit p_limit)
        union all
        (select p.app_id, e.environment, 'notifications', '', v_at, interval '5 seconds'
        from interlock.store_access a join interlock.app p on p.app_id = a.app_id
        cross join lateral unnest(p.environments) e (environment)
        where not exists (
            select from interlock.store_check k
            where k.app_id = p.app_id and k.environment = e.environment
                and k.kind = 'notifications' and k.subject = '')
        limit p_limit)
    ) f
    group by f.app_id, f.environment, f.kind, f.subject, f.spread
    on conflict (app_id, environment, kind, subject) do update
    set due_at = excluded.due_at, tries = 0
    where c.due_at > excluded.due_at and c.taken_until is null;
    get diagnostics v_count = row_count;
    return v_count;
end
$$;
