-- Gives one row of ownership as the service reads it, its times as microseconds since 1970.
create or replace function interlock.ownership_document(p_owned interlock.ownership)
returns jsonb
language sql stable
as $$
    select jsonb_build_object(
        'account_id', p_owned.account_id, 'product_id', p_owned.product_id,
        'kind', p_owned.kind, 'subscription_group', p_owned.subscription_group,
        'ownership_type', p_owned.ownership_type,
        'starts_at', interlock.scopes_microseconds(p_owned.starts_at),
        'expires_at', interlock.scopes_microseconds(p_owned.expires_at),
        'grace_until', interlock.scopes_microseconds(p_owned.grace_until),
        'retry_until', interlock.scopes_microseconds(p_owned.retry_until),
        'revoked_at', interlock.scopes_microseconds(p_owned.revoked_at),
        'will_renew', p_owned.will_renew, 'transaction_id', p_owned.transaction_id,
        'original_transaction_id', p_owned.original_transaction_id,
        'next_product_id', p_owned.next_product_id)
$$;
