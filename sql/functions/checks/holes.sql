-- Counts the holes in what is known of a subscription: periods that follow on none that is known, the
-- first included where the purchase itself is missing. The store may have the like, where its customer
-- paused. A plain read.
create or replace function interlock.checks_holes(
    p_original_transaction_id text, p_app_id text, p_environment text)
returns integer
language plpgsql stable strict
as $$
begin
    return (
        with period as (
            select t.transaction_id, t.purchased_at, max(t.expires_at) over (
                order by t.purchased_at, t.transaction_id
                rows between unbounded preceding and 1 preceding) as known_until
            from interlock.store_transaction t
            where t.original_transaction_id = p_original_transaction_id and t.app_id = p_app_id
                and t.environment = p_environment and t.kind = 'auto_renewable'
        )
        select count(*) from period p
        where p.transaction_id <> p_original_transaction_id
            -- Renewals begin where the period before ends, give or take the store's rounding.
            and coalesce(p.known_until < p.purchased_at - interval '1 second', true));
end
$$;
