-- Gives the ids by which the store can be asked for all that an account has bought: for each of its
-- store accounts the appTransactionId, or where none is known the line's own id; the ten newest.
-- A plain read.
create or replace function interlock.checks_leads(p_account_key uuid, p_environment text)
returns text[]
language sql stable strict
as $$
    select coalesce(array_agg(l.lead order by l.at desc, l.lead), '{}')
    from (
        select n.lead, max(n.at) as at
        from (
            select coalesce(t.app_transaction_id, l.original_transaction_id) as lead,
                t.signed_at as at
            from interlock.purchase_line l
            join lateral (
                select t.app_transaction_id, t.signed_at from interlock.store_transaction t
                where t.original_transaction_id = l.original_transaction_id
                    and t.app_id = l.app_id and t.environment = l.environment
                order by t.signed_at desc limit 1) t on true
            where l.account_key = p_account_key and l.environment = p_environment
            union all
            select s.app_transaction_id, s.first_seen_at
            from interlock.store_account s
            where s.account_key = p_account_key and s.environment = p_environment
        ) n
        group by n.lead order by max(n.at) desc, n.lead limit 10
    ) l
$$;
