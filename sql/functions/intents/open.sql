-- Gives an app's open intents in the order in which they become stuck, from after (p_after_at, p_after_id)
-- up to (p_until_at, p_until_id): a merge of lanes (lane.sql), or a product's, or what an account has in its
-- scope; read only as far as the caller takes rows, p_looks at most. Null is any; of the reserved and pending
-- lanes only those that are stuck by p_reserved_until and p_pending_until, of the confirming ones and of a
-- product's only those whose id is p_last_id at most, which the index itself tells. Those past their deadline that nobody
-- has swept yet are among them.
-- A plain read; not STRICT, so that it is put into its caller's statement. The order and limit of each lane
-- are what makes the planner merge them instead of sorting all.
create or replace function interlock.intents_open(
    p_app_id text, p_environment text, p_status text, p_product_id text, p_account_key uuid,
    p_after_at timestamptz, p_after_id uuid, p_reserved_until timestamptz,
    p_pending_until timestamptz, p_last_id uuid, p_until_at timestamptz, p_until_id uuid,
    p_looks integer)
returns setof interlock.intent
language sql stable
as $$
    select * from interlock.intents_lane(
        p_app_id, 'Production', 'reserved', p_product_id is null and p_account_key is null
            and coalesce(p_environment, 'Production') = 'Production' and coalesce(p_status, 'reserved') = 'reserved',
        p_after_at, p_after_id, p_reserved_until, 'ffffffff-ffff-ffff-ffff-ffffffffffff',
        p_until_at, p_until_id, p_looks)
    union all
    select * from interlock.intents_lane(
        p_app_id, 'Production', 'pending', p_product_id is null and p_account_key is null
            and coalesce(p_environment, 'Production') = 'Production' and coalesce(p_status, 'pending') = 'pending',
        p_after_at, p_after_id, p_pending_until, 'ffffffff-ffff-ffff-ffff-ffffffffffff',
        p_until_at, p_until_id, p_looks)
    union all
    select * from interlock.intents_lane(
        p_app_id, 'Production', 'confirming', p_product_id is null and p_account_key is null
            and coalesce(p_environment, 'Production') = 'Production' and coalesce(p_status, 'confirming') = 'confirming',
        p_after_at, p_after_id, 'infinity', p_last_id,
        p_until_at, p_until_id, p_looks)
    union all
    select * from interlock.intents_lane(
        p_app_id, 'Sandbox', 'reserved', p_product_id is null and p_account_key is null
            and coalesce(p_environment, 'Sandbox') = 'Sandbox' and coalesce(p_status, 'reserved') = 'reserved',
        p_after_at, p_after_id, p_reserved_until, 'ffffffff-ffff-ffff-ffff-ffffffffffff',
        p_until_at, p_until_id, p_looks)
    union all
    select * from interlock.intents_lane(
        p_app_id, 'Sandbox', 'pending', p_product_id is null and p_account_key is null
            and coalesce(p_environment, 'Sandbox') = 'Sandbox' and coalesce(p_status, 'pending') = 'pending',
        p_after_at, p_after_id, p_pending_until, 'ffffffff-ffff-ffff-ffff-ffffffffffff',
        p_until_at, p_until_id, p_looks)
    union all
    select * from interlock.intents_lane(
        p_app_id, 'Sandbox', 'confirming', p_product_id is null and p_account_key is null
            and coalesce(p_environment, 'Sandbox') = 'Sandbox' and coalesce(p_status, 'confirming') = 'confirming',
        p_after_at, p_after_id, 'infinity', p_last_id,
        p_until_at, p_until_id, p_looks)
    union all
    (select i.* from interlock.intent i
    where i.app_id = p_app_id and i.open and i.product_id = p_product_id
        and p_account_key is null
        and i.environment = coalesce(p_environment, i.environment)
        and i.status = coalesce(p_status, i.status)
        and (i.stuck_at, i.intent_id) > (p_after_at, p_after_id)
        and (i.stuck_at, i.intent_id) <= (p_until_at, p_until_id)
        and i.intent_id <= p_last_id
    order by i.stuck_at, i.intent_id limit p_looks)
    union all
    (select i.* from interlock.account a
    join interlock.intent i on i.scope_id = a.scope_id and i.account_key = a.account_key
    where a.account_key = p_account_key and a.app_id = p_app_id and i.open
        and i.product_id = coalesce(p_product_id, i.product_id)
        and i.environment = coalesce(p_environment, i.environment)
        and i.status = coalesce(p_status, i.status)
        and (i.stuck_at, i.intent_id) > (p_after_at, p_after_id)
        and (i.stuck_at, i.intent_id) <= (p_until_at, p_until_id)
    order by i.stuck_at, i.intent_id limit p_looks)
    order by stuck_at, intent_id limit p_looks
$$;
