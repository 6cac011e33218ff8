-- Folds one purchase line into periods of use as of p_at: what covers it or is still to come, and the
-- latest period whatever became of it. Consumables are never owned. A purchase within a running period of
-- the same subscription is a change of plan, also before the store calls the old one upgraded: the old
-- period ends when the new one begins, refunded or not. Grace and billing retry hang on the latest period.
-- p_known_until: later revocations and periods are not counted; infinity counts all that is known.
-- A plain read of one line; the caller holds it when the result is to be written.
create or replace function interlock.transactions_fold(
    p_original_transaction_id text, p_app_id text, p_environment text, p_at timestamptz,
    p_known_until timestamptz)
returns jsonb
language plpgsql stable strict
as $$
begin
    return (
        with line as (
            select t.*, l.renewal, p.duration, coalesce(p.kind, t.kind) as own_kind,
                coalesce(t.subscription_group, p.subscription_group) as own_group
            from interlock.store_transaction t
            join interlock.purchase_line l using (original_transaction_id, app_id, environment)
            left join interlock.product p on p.app_id = t.app_id and p.product_id = t.product_id
            where t.original_transaction_id = p_original_transaction_id and t.app_id = p_app_id
                and t.environment = p_environment and t.purchased_at <= p_known_until
        -- Few, where renewals may be hundreds.
        ), bought as materialized (
            select u.* from line u where u.own_kind = 'auto_renewable' and u.reason = 'PURCHASE'
        ), ended as (
            select x.*, (
                select min(u.purchased_at) from bought u
                where x.own_kind = 'auto_renewable' and u.transaction_id <> x.transaction_id
                    and u.ownership_type = x.ownership_type and u.purchased_at < x.expires_at
                    and (u.purchased_at > x.purchased_at
                        -- Renewed ahead, then changed: a renewal of the old plan inside the period of
                        -- the new one.
                        or (x.reason <> 'PURCHASE' and u.product_id <> x.product_id
                            and x.purchased_at < u.expires_at))) as replaced_at
            from line x
        ), period as (
            select t.transaction_id, t.product_id, t.own_kind as kind,
                t.own_group as subscription_group, t.ownership_type,
                -- Who has paid owns, also where the store's clock is ahead of ours.
                case when t.reason = 'PURCHASE' then least(t.purchased_at, t.recorded_at)
                    else t.purchased_at end as starts_at,
                case when t.own_kind = 'non_renewing'
                    then coalesce(t.expires_at, t.purchased_at + t.duration)
                    else least(t.expires_at, t.replaced_at) end as expires_at,
                case when t.revoked_at <= p_known_until then t.revoked_at end as revoked_at, t.renewal
            from ended t
            where t.own_kind <> 'consumable'
                and case when t.replaced_at is null then not t.upgraded
                    else t.replaced_at > t.purchased_at end
        ), ranked as (
            select period.*, row_number() over (
                order by revoked_at is not null, expires_at desc nulls first, starts_at desc,
                    transaction_id desc) as rank
            from period
        )
        select coalesce(jsonb_agg(jsonb_build_object(
            'transaction_id', r.transaction_id, 'product_id', r.product_id, 'kind', r.kind,
            'subscription_group', r.subscription_group, 'ownership_type', r.ownership_type,
            'starts_at', r.starts_at, 'expires_at', r.expires_at, 'revoked_at', r.revoked_at,
            'grace_until', case when r.rank = 1 and r.revoked_at is null
                then r.renewal -> 'grace_until' end,
            'retry_until', case when r.rank = 1 and r.revoked_at is null
                    and (r.renewal ->> 'in_retry')::boolean
                then r.expires_at + interval '60 days' end,
            'will_renew', r.renewal -> 'will_renew',
            -- What was chosen after p_known_until was not known then; the store's clock may be ahead.
            'next_product_id', case
                when (r.renewal ->> 'signed_at')::timestamptz <= p_known_until + interval '5 minutes'
                then r.renewal -> 'next_product_id' end)
            order by r.transaction_id), '[]')
        from ranked r
        where r.rank = 1
            or (r.revoked_at is null and (r.expires_at is null or r.expires_at > p_at)));
end
$$;
