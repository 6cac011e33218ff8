-- Lists an app's store transactions for administrators, newest first, from before (p_before_at,
-- p_before_id); infinity for the first page. A plain read.
-- p_filter: one of {account_key}, {transaction_id}, {original_transaction_id}; and {environment?}
create or replace function interlock.transactions_list(
    p_app_id text, p_filter jsonb, p_before_at timestamptz, p_before_id text, p_limit integer)
returns table (
    transaction_id text, original_transaction_id text, environment text, product_id text,
    kind text, ownership_type text, reason text, quantity integer, purchased_at timestamptz,
    expires_at timestamptz, revoked_at timestamptz, revocation_type text,
    revocation_percent integer, upgraded boolean, app_account_token uuid, account_id text,
    claimed_by text, signed_at timestamptz, first_source text, recorded_at timestamptz,
    renewal jsonb)
language sql stable strict
as $$
    select t.transaction_id, t.original_transaction_id, t.environment, t.product_id, t.kind,
        t.ownership_type, t.reason, t.quantity, t.purchased_at, t.expires_at, t.revoked_at,
        t.revocation_type, t.revocation_percent, t.upgraded, t.app_account_token, a.account_id,
        l.claimed_by, t.signed_at, t.first_source, t.recorded_at, l.renewal
    from interlock.purchase_line l
    join interlock.store_transaction t using (original_transaction_id, app_id, environment)
    left join interlock.account a on a.account_key = l.account_key
    where l.app_id = p_app_id
        and case
            when p_filter ? 'account_key' then l.account_key = (p_filter ->> 'account_key')::uuid
            when p_filter ? 'original_transaction_id'
                then l.original_transaction_id = p_filter ->> 'original_transaction_id'
            else t.transaction_id = p_filter ->> 'transaction_id' end
        and t.environment = coalesce(p_filter ->> 'environment', t.environment)
        and (t.purchased_at, t.transaction_id) < (p_before_at, p_before_id)
    order by t.purchased_at desc, t.transaction_id desc
    limit p_limit
$$;
