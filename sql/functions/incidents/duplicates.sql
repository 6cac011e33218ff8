-- Finds what is owned beside a purchase line although the two exclude each other: both were paid for.
-- Of two, the one that began later is what should not have been bought beside the other, so that it does
-- not matter which of them becomes known first. Family-shared ownership was not paid for, and a plan
-- change within one line is none.
-- p_both_ways: also where only buying the earlier one beside the later would be refused, because nobody
-- meant them for one scope when they were bought.
-- A plain read of one scope, whose row lock the caller holds. Gives an array for incidents_note, one element
-- for each other line.
create or replace function interlock.incidents_duplicates(
    p_scope_id uuid, p_account_key uuid, p_environment text, p_original_transaction_id text,
    p_at timestamptz, p_both_ways boolean)
returns jsonb
language plpgsql stable strict
as $$
begin
    -- Most accounts have one line.
    if not exists (
        select from interlock.ownership o
        where o.scope_id = p_scope_id and o.environment = p_environment
            and o.original_transaction_id <> p_original_transaction_id)
    then
        return '[]';
    end if;
    return (
        with owned as (
            select o.account_key, o.original_transaction_id as line, o.product_id, o.starts_at,
                o.subscription_group, p.plan,
                o.original_transaction_id = p_original_transaction_id
                    and o.account_key = p_account_key as is_own,
                jsonb_build_object(
                    'transaction_id', o.transaction_id,
                    'original_transaction_id', o.original_transaction_id,
                    'product_id', o.product_id, 'account_key', o.account_key) as purchase
            from interlock.scope s
            join interlock.ownership o on o.scope_id = s.scope_id
            left join interlock.product p on p.app_id = s.app_id and p.product_id = o.product_id
            where s.scope_id = p_scope_id and o.environment = p_environment
                and o.ownership_type = 'PURCHASED' and o.revoked_at is null and o.starts_at <= p_at
                and (o.expires_at is null or o.expires_at > p_at or o.grace_until > p_at)
        ), pair as (
            select least(l.line, e.line) || ' ' || greatest(l.line, e.line) as subject,
                l.account_key, l.account_key = e.account_key as is_same_account, l.starts_at,
                jsonb_build_array(l.purchase, e.purchase) as purchases,
                -- A product that the catalog does not list counts by its subscription group.
                coalesce(
                    l.plan -> 'rules' -> e.product_id,
                    case when e.plan is null then l.plan -> 'group_rules' -> e.subscription_group end,
                    case when l.plan is null then e.plan -> 'group_rules' -> l.subscription_group end)
                    as rule,
                case when p_both_ways then e.plan -> 'rules' -> l.product_id end as other_rule
            from owned l
            join owned e on (e.starts_at, e.line) < (l.starts_at, l.line) and e.line <> l.line
            where l.is_own or e.is_own
        ), found as (
            select distinct on (p.subject) p.*
            from pair p
            where (p.rule -> 'entitled' ->> 'rule' in ('block', 'plan_change')
                    or p.other_rule -> 'entitled' ->> 'rule' in ('block', 'plan_change'))
                and (p.rule ->> 'audience' = 'group'
                    or (p.rule ->> 'audience' = 'account' and p.is_same_account))
            order by p.subject, p.starts_at desc
        )
        select coalesce(jsonb_agg(jsonb_build_object(
            'kind', 'duplicate_purchase', 'subject', f.subject, 'account_key', f.account_key,
            'detail', jsonb_build_object('purchases', f.purchases))), '[]')
        from found f);
end
$$;
