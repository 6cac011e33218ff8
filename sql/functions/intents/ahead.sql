-- Gives the place (stuck_at, intent_id) that p_entries of a lane of open intents lie before, counted from
-- after (p_after_at, p_after_id): the nearest of those lanes that older_than has no cut-off for, which are the
-- confirming ones, or a product's. No row where none is as long. Null is any, as in open.sql.
-- A plain read of p_entries of an index at most for each lane, without the intents themselves; not STRICT, so
-- that it is put into its caller's statement.
create or replace function interlock.intents_ahead(
    p_app_id text, p_environment text, p_status text, p_product_id text, p_account_key uuid,
    p_after_at timestamptz, p_after_id uuid, p_entries integer)
returns table (stuck_at timestamptz, intent_id uuid)
language sql stable
as $$
    (select i.stuck_at, i.intent_id from interlock.intent i
    where i.app_id = p_app_id and i.open and i.environment = 'Production' and i.status = 'confirming'
        and coalesce(p_environment, 'Production') = 'Production' and coalesce(p_status, 'confirming') = 'confirming'
        and p_product_id is null and p_account_key is null
        and (i.stuck_at, i.intent_id) > (p_after_at, p_after_id)
    order by i.stuck_at, i.intent_id offset p_entries limit 1)
    union all
    (select i.stuck_at, i.intent_id from interlock.intent i
    where i.app_id = p_app_id and i.open and i.environment = 'Sandbox' and i.status = 'confirming'
        and coalesce(p_environment, 'Sandbox') = 'Sandbox' and coalesce(p_status, 'confirming') = 'confirming'
        and p_product_id is null and p_account_key is null
        and (i.stuck_at, i.intent_id) > (p_after_at, p_after_id)
    order by i.stuck_at, i.intent_id offset p_entries limit 1)
    union all
    (select i.stuck_at, i.intent_id from interlock.intent i
    where i.app_id = p_app_id and i.open and i.product_id = p_product_id
        and p_account_key is null
        and (i.stuck_at, i.intent_id) > (p_after_at, p_after_id)
    order by i.stuck_at, i.intent_id offset p_entries limit 1)
    order by stuck_at, intent_id limit 1
$$;
