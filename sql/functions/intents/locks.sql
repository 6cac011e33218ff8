-- Lists an app's open, unexpired intents for administrators, stuck ones first, then the oldest.
-- Stuck: reserved past its renewals, confirming over ten minutes, pending over a day.
-- p_filter: {environment?, status?, product_id?, account_id?}; the page follows (p_after_stuck,
-- p_after_at, p_after_id). A plain read.
create or replace function interlock.intents_locks(
    p_app_id text, p_filter jsonb, p_after_stuck boolean, p_after_at timestamptz, p_after_id uuid,
    p_limit integer)
returns table (
    stuck boolean, at timestamptz, intent_id uuid, account_id text, device_id text,
    product_id text, environment text, exclusion_sets text[], status text, pending_reason text,
    created_at timestamptz, updated_at timestamptz, expires_at timestamptz, risks text[],
    fence bigint)
language sql stable strict
as $$
    select l.* from (
        select case i.status
                when 'reserved' then i.renewable_until < clock_timestamp()
                when 'confirming' then i.updated_at < clock_timestamp() - interval '10 minutes'
                else i.created_at < clock_timestamp() - interval '24 hours' end as stuck,
            clock_timestamp(), i.intent_id, i.account_id, i.device_id, i.product_id,
            i.environment, i.exclusion_sets, i.status, i.pending_reason, i.created_at,
            i.updated_at, i.expires_at, i.risks, i.fence
        from interlock.intent i
        where i.app_id = p_app_id and i.open and i.expires_at > clock_timestamp()
            and i.environment = coalesce(p_filter ->> 'environment', i.environment)
            and i.status = coalesce(p_filter ->> 'status', i.status)
            and i.product_id = coalesce(p_filter ->> 'product_id', i.product_id)
            and i.account_id = coalesce(p_filter ->> 'account_id', i.account_id)
    ) l
    where (not l.stuck, l.created_at, l.intent_id) > (not p_after_stuck, p_after_at, p_after_id)
    order by not l.stuck, l.created_at, l.intent_id
    limit p_limit
$$;
