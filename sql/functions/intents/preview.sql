-- Says what releasing some of an app's intents would do, for whoever decides on it: each that is there, in the
-- order of the ids, as it now is. unlocks: the accounts whose devices may buy again, the first twenty by name
-- and how many there are; none where it holds nothing. next_intent_id: the open intent that waits for one of
-- its sets and gets it. stuck: whether it counts as stuck by now. A plain read; nothing is changed.
create or replace function interlock.intents_preview(p_app_id text, p_intent_ids uuid[])
returns table (
    outcome text, version bigint, at timestamptz, intent_id uuid, request_id text, status text,
    product_id text, environment text, exclusion_sets text[], account_id text, device_id text,
    app_account_token uuid, fence bigint, created_at timestamptz, updated_at timestamptz,
    expires_at timestamptz, pending_reason text, transaction_id text, settled_late boolean,
    risks text[], effective_at timestamptz, error text, metadata jsonb, owned_product_id text,
    owned_expires_at timestamptz, owned_account_id text, incidents jsonb, scope_id uuid,
    unlocks text[], unlocks_count bigint, next_intent_id uuid, stuck boolean)
language sql stable strict
as $$
    select a.*, i.scope_id, u.names[1:20], cardinality(u.names)::bigint,
        (select o.intent_id from interlock.intent o
            where o.scope_id = i.scope_id and o.open and o.expires_at > n.now
                and o.environment = i.environment and o.intent_id <> i.intent_id
                and exists (
                    select from interlock.claim c
                    where c.scope_id = i.scope_id and c.intent_id = i.intent_id
                        and c.exclusion_set = any (o.exclusion_sets)
                        and c.audience_key in ('', o.account_id))
            order by o.created_at, o.intent_id limit 1),
        i.open and i.expires_at > n.now and i.stuck_at <= n.now
    from (select clock_timestamp() as now) n
    cross join unnest(p_intent_ids) with ordinality w (intent_id, nr)
    join interlock.intent i on i.intent_id = w.intent_id and i.app_id = p_app_id
    join interlock.member m on m.scope_id = i.scope_id and m.account_key = i.account_key
    join interlock.scope s on s.scope_id = i.scope_id
    cross join lateral interlock.intents_answer('found', s.version, n.now, i, m.app_account_token) a
    cross join lateral (
        select array(
            select o.account_id from interlock.member o
            where o.scope_id = i.scope_id and exists (
                select from interlock.claim c
                where c.scope_id = i.scope_id and c.intent_id = i.intent_id
                    and c.audience_key in ('', o.account_id))
            order by o.account_id) as names) u
    order by w.nr
$$;
