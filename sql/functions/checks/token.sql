-- Gives the token that a purchase line should get at the store: its account's, while the line bears none of
-- its own. Empty when it needs none. A plain read.
create or replace function interlock.checks_token(
    p_original_transaction_id text, p_app_id text, p_environment text)
returns text[]
language sql stable strict
as $$
    select coalesce(array_agg(a.app_account_token::text), '{}')
    from interlock.purchase_line l
    join interlock.account a on a.account_key = l.account_key
    where l.original_transaction_id = p_original_transaction_id and l.app_id = p_app_id
        and l.environment = p_environment
        and not exists (
            select from interlock.store_transaction t
            where t.original_transaction_id = l.original_transaction_id and t.app_id = l.app_id
                and t.environment = l.environment
                and (t.app_account_token is not null or t.ownership_type = 'FAMILY_SHARED'))
$$;
