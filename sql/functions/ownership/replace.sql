-- Replaces an account's periods of one purchase line; true when that is a difference.
-- The caller holds the scope's row lock and bumps the version.
create or replace function interlock.ownership_replace(
    p_scope_id uuid, p_account_key uuid, p_environment text, p_original_transaction_id text,
    p_periods jsonb)
returns boolean
language plpgsql strict
as $$
declare
    v_before jsonb;
    v_after jsonb;
begin
    select jsonb_agg(to_jsonb(o) order by o.transaction_id) into v_before
    from interlock.ownership o
    where o.scope_id = p_scope_id and o.environment = p_environment
        and o.account_key = p_account_key
        and o.original_transaction_id = p_original_transaction_id;
    select jsonb_agg(to_jsonb(o) order by o.transaction_id) into v_after
    from (
        select p_scope_id as scope_id, p_environment as environment,
            p_account_key as account_key, m.account_id,
            p_original_transaction_id as original_transaction_id, n.transaction_id,
            n.product_id, n.kind, n.subscription_group, n.ownership_type, n.starts_at,
            n.expires_at, n.grace_until, n.retry_until, n.revoked_at, n.will_renew,
            n.next_product_id
        from jsonb_populate_recordset(null::interlock.ownership, p_periods) n
        join interlock.member m
            on m.scope_id = p_scope_id and m.account_key = p_account_key
    ) o;
    if v_before is not distinct from v_after then
        return false;
    end if;
    delete from interlock.ownership o
    where o.scope_id = p_scope_id and o.environment = p_environment
        and o.account_key = p_account_key
        and o.original_transaction_id = p_original_transaction_id;
    insert into interlock.ownership
    select * from jsonb_populate_recordset(null::interlock.ownership, coalesce(v_after, '[]'));
    return true;
end
$$;
