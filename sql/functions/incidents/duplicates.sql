-- Finds what is owned beside a new purchase although the two exclude each other: both were paid for.
-- Family-shared ownership was not, and a plan change within one line is none.
-- p_both_ways: also where only buying the other while owning this one would be refused, because nobody
-- knows which was meant to be first.
-- A plain read of one scope, whose row lock the caller holds. Gives an array for incidents_note.
create or replace function interlock.incidents_duplicates(
    p_scope_id uuid, p_account_key uuid, p_environment text, p_original_transaction_id text,
    p_at timestamptz, p_both_ways boolean)
returns jsonb
language sql stable strict
as $$
    with owned as (
        select o.*, s.app_id, p.plan
        from interlock.scope s
        join interlock.ownership o on o.scope_id = s.scope_id
        left join interlock.product p on p.app_id = s.app_id and p.product_id = o.product_id
        where s.scope_id = p_scope_id and o.environment = p_environment
            and o.ownership_type = 'PURCHASED' and o.revoked_at is null and o.starts_at <= p_at
            and (o.expires_at is null or o.expires_at > p_at or o.grace_until > p_at)
    ), pair as (
        select n.*, o.transaction_id as other_transaction_id, o.product_id as other_product_id,
            o.account_key as other_account_key,
            o.original_transaction_id as other_original_transaction_id,
            coalesce(n.plan -> 'rules' -> o.product_id,
                case when o.plan is null
                    then n.plan -> 'group_rules' -> o.subscription_group end) as rule,
            case when p_both_ways then o.plan -> 'rules' -> n.product_id end as other_rule
        from owned n
        join owned o on o.original_transaction_id <> p_original_transaction_id
        where n.original_transaction_id = p_original_transaction_id
            and n.account_key = p_account_key
    )
    select coalesce(jsonb_agg(jsonb_build_object(
        'kind', 'duplicate_purchase',
        'subject', least(p.original_transaction_id, p.other_original_transaction_id)
            || ' ' || greatest(p.original_transaction_id, p.other_original_transaction_id),
        'account_key', p_account_key,
        'detail', jsonb_build_object(
            'purchases', jsonb_build_array(
                jsonb_build_object(
                    'transaction_id', p.transaction_id,
                    'original_transaction_id', p.original_transaction_id,
                    'product_id', p.product_id, 'account_key', p.account_key),
                jsonb_build_object(
                    'transaction_id', p.other_transaction_id,
                    'original_transaction_id', p.other_original_transaction_id,
                    'product_id', p.other_product_id,
                    'account_key', p.other_account_key))))), '[]')
    from pair p
    where (p.rule -> 'entitled' ->> 'rule' in ('block', 'plan_change')
            or p.other_rule -> 'entitled' ->> 'rule' in ('block', 'plan_change'))
        and (p.rule ->> 'audience' = 'group'
            or (p.rule ->> 'audience' = 'account' and p.other_account_key = p_account_key))
$$;
