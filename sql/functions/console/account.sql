-- Gives all that the console shows of one account beside its state: its place, who else is in its group,
-- its devices, and its newest intents and transactions, fifty of each. A plain read of a bounded number
-- of rows, however many the account has: the planner, which knows the usual few, would rather collect and
-- sort them all than read an index in its order, so it may not collect. Of more than c_devices device ids
-- it looks at the first ones and at those of the newest intents: an index by time would cost every poll's
-- touch of a device. busy: the environments in which something of its scope is open, or released with
-- a delay that lasts. stuck: which open intents of its scope count as stuck by now.
create or replace function interlock.console_account(p_app_id text, p_account_key uuid)
returns table (
    at timestamptz, account_id text, app_account_token uuid, created_at timestamptz,
    scope_id uuid, scope_kind text, group_id text, members jsonb, devices jsonb, intents jsonb,
    transactions jsonb, busy text[], stuck uuid[])
language plpgsql stable strict
set enable_bitmapscan = off
set plan_cache_mode = 'force_generic_plan'
as $$
declare
    c_devices constant integer := 250;
begin
    return query
    select clock_timestamp(), a.account_id, a.app_account_token, a.created_at, a.scope_id, s.kind,
        s.group_id,
        (select coalesce(jsonb_agg(jsonb_build_object(
                'account_id', m.account_id, 'role', m.role,
                'joined_at', interlock.scopes_microseconds(m.joined_at))
                order by m.joined_at, m.account_id), '[]')
            from interlock.member m where m.scope_id = a.scope_id),
        (select coalesce(jsonb_agg(jsonb_build_object(
                'device_id', d.device_id,
                'first_seen_at', interlock.scopes_microseconds(d.first_seen_at),
                'last_seen_at', interlock.scopes_microseconds(d.last_seen_at))
                order by d.last_seen_at desc, d.device_id), '[]')
            from (select e.* from (
                    (select f.device_id from interlock.device f
                    where f.account_key = a.account_key
                    order by f.account_key, f.device_id limit c_devices)
                    union
                    select n.device_id from (
                        select * from interlock.intent f where f.scope_id = a.scope_id
                        order by f.intent_id desc limit 50) n
                    where n.account_key = a.account_key) k
                -- One by one: a merge would read all.
                cross join lateral (
                    select * from interlock.device f
                    where f.account_key = a.account_key and f.device_id = k.device_id limit 1) e
                order by e.last_seen_at desc limit 50) d),
        (select coalesce(jsonb_agg(jsonb_build_object(
                'intent_id', i.intent_id, 'product_id', i.product_id,
                'environment', i.environment, 'device_id', i.device_id,
                'status', case when i.open and i.expires_at <= clock_timestamp() then 'expired'
                    else i.status end,
                'transaction_id', i.transaction_id,
                'created_at', interlock.scopes_microseconds(i.created_at))
                order by i.created_at desc, i.intent_id), '[]')
            -- Their ids are in the order of time: those of the scope are read backwards until there
            -- are enough of the account, two thousand at most.
            from (select n.* from (
                    select * from interlock.intent e where e.scope_id = a.scope_id
                    order by e.intent_id desc limit 2000) n
                where n.account_key = a.account_key limit 50) i),
        (select coalesce(jsonb_agg(jsonb_build_object(
                'transaction_id', t.transaction_id, 'product_id', t.product_id,
                'original_transaction_id', t.original_transaction_id,
                'environment', t.environment, 'ownership_type', t.ownership_type,
                'purchased_at', interlock.scopes_microseconds(t.purchased_at),
                'expires_at', interlock.scopes_microseconds(t.expires_at),
                'revoked_at', interlock.scopes_microseconds(t.revoked_at),
                'first_source', t.first_source)
                order by t.purchased_at desc, t.transaction_id), '[]')
            -- Of the lines that came last, and of those that give periods of use.
            from (select e.* from (
                    select l.original_transaction_id, l.environment
                    from (values ('Production'), ('Sandbox')) v (environment)
                    cross join lateral (
                        select * from interlock.purchase_line p
                        where p.account_key = a.account_key and p.environment = v.environment
                        order by p.account_key desc, p.environment desc, p.claimed_at desc
                        limit 50) l
                    union
                    (select o.original_transaction_id, o.environment
                    from interlock.ownership o
                    where o.scope_id = a.scope_id and o.account_key = a.account_key
                    order by o.scope_id, o.environment limit 100)) l
                join interlock.store_transaction e
                    on e.original_transaction_id = l.original_transaction_id
                    and e.environment = l.environment and e.app_id = a.app_id
                order by e.purchased_at desc limit 50) t),
        array(select v.environment from (values ('Production'), ('Sandbox')) v (environment)
            where exists (
                select from interlock.intent b
                where b.scope_id = a.scope_id and (b.open or b.risk_until is not null)
                    and b.environment = v.environment
                    and (b.open and b.expires_at > clock_timestamp()
                        or b.delay_until > clock_timestamp()))),
        array(select b.intent_id from interlock.intent b
            where b.scope_id = a.scope_id and (b.open or b.risk_until is not null)
                and b.open and b.expires_at > clock_timestamp()
                and b.stuck_at <= clock_timestamp())
    from interlock.account a join interlock.scope s on s.scope_id = a.scope_id
    where a.account_key = p_account_key and a.app_id = p_app_id;
end
$$;
