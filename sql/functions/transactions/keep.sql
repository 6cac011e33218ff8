-- Keeps a snapshot when it is the first or the newest of its transaction; true when it was kept. Of two
-- that were signed in the same millisecond the greater text stays, whichever came first.
-- The caller holds the line.
create or replace function interlock.transactions_keep(
    p_original_transaction_id text, p_app_id text, p_environment text,
    p_new interlock.store_transaction, p_source text, p_at timestamptz)
returns boolean
language plpgsql strict
as $$
begin
    insert into interlock.store_transaction as t (
        original_transaction_id, app_id, environment, transaction_id, product_id, kind,
        subscription_group, ownership_type, reason, quantity, purchased_at, expires_at, revoked_at,
        upgraded, app_account_token, revocation_type, revocation_percent, app_transaction_id,
        signed_at, snapshot, first_source, recorded_at, updated_at)
    values (
        p_original_transaction_id, p_app_id, p_environment, p_new.transaction_id, p_new.product_id,
        p_new.kind, p_new.subscription_group, p_new.ownership_type, p_new.reason,
        coalesce(p_new.quantity, 1), p_new.purchased_at, p_new.expires_at, p_new.revoked_at,
        coalesce(p_new.upgraded, false), p_new.app_account_token, p_new.revocation_type,
        p_new.revocation_percent, p_new.app_transaction_id, p_new.signed_at, p_new.snapshot,
        p_source, p_at, p_at)
    on conflict (original_transaction_id, app_id, environment, transaction_id) do update
    set product_id = excluded.product_id, kind = excluded.kind,
        subscription_group = excluded.subscription_group,
        ownership_type = excluded.ownership_type, reason = excluded.reason,
        quantity = excluded.quantity, purchased_at = excluded.purchased_at,
        expires_at = excluded.expires_at, revoked_at = excluded.revoked_at,
        upgraded = excluded.upgraded, app_account_token = excluded.app_account_token,
        revocation_type = excluded.revocation_type,
        revocation_percent = excluded.revocation_percent,
        app_transaction_id = excluded.app_transaction_id,
        signed_at = excluded.signed_at, snapshot = excluded.snapshot,
        updated_at = excluded.updated_at
    where t.signed_at < excluded.signed_at or (
        t.signed_at = excluded.signed_at and t.snapshot::text < excluded.snapshot::text);
    return found;
end
$$;
