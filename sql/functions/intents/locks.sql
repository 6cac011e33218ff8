-- Lists an app's open, unexpired intents for administrators: stuck ones first, then by when they become
-- stuck, from after (p_after_at, p_after_id). What stuck means stands in stuck.sql.
-- p_filter: {environment?, status?, product_id?, account_key?, older_than? (seconds), stuck? (true: those that
-- are stuck by now, alone)}. Nearly all of it is chosen by index (open.sql); for the rest it looks at c_looks intents at most, and at c_entries of the index.
-- A last row with the outcome `more` stands where it stopped looking: there may be more after its
-- (stuck_at, intent_id), though fewer than p_limit were found. A plain read. Planned once a session: the
-- plan of many lanes costs more than the list.
create or replace function interlock.intents_locks(
    p_app_id text, p_filter jsonb, p_after_at timestamptz, p_after_id uuid, p_limit integer)
returns table (
    outcome text, version bigint, at timestamptz, intent_id uuid, request_id text, status text,
    product_id text, environment text, exclusion_sets text[], account_id text, device_id text,
    app_account_token uuid, fence bigint, created_at timestamptz, updated_at timestamptz,
    expires_at timestamptz, pending_reason text, transaction_id text, settled_late boolean,
    risks text[], effective_at timestamptz, error text, metadata jsonb, owned_product_id text,
    owned_expires_at timestamptz, owned_account_id text, incidents jsonb, stuck boolean, scope_id uuid,
    has_claim boolean, scope_kind text, group_id text, stuck_at timestamptz)
language plpgsql stable strict
set plan_cache_mode = 'force_generic_plan'
as $$
declare
    c_looks constant integer := 2000;
    c_entries constant integer := 400;
    -- How far the clock of a node may be ahead of the database's.
    c_ahead constant interval := '1 hour';
    v_now timestamptz := clock_timestamp();
    v_made_by timestamptz := v_now - make_interval(
        secs => coalesce((p_filter ->> 'older_than')::integer, 0));
    v_reserved_until timestamptz := 'infinity';
    v_pending_until timestamptz := 'infinity';
    v_last_id uuid := 'ffffffff-ffff-ffff-ffff-ffffffffffff';
    v_until_at timestamptz := 'infinity';
    v_until_id uuid := 'ffffffff-ffff-ffff-ffff-ffffffffffff';
    v_is_cut boolean := false;
    v_row record;
    v_looked integer := 0;
    v_found interlock.intent[] := '{}';
begin
    if p_filter ? 'older_than' then
        -- These are stuck so long after they were made at the latest: the younger ones need no look.
        select v_made_by + interlock.scopes_seconds(c.deadlines, 'reserved_total'),
            v_made_by + interlock.scopes_seconds(a.stuck, 'pending')
        into v_reserved_until, v_pending_until
        from interlock.app a join interlock.catalog c on c.app_id = a.app_id
        where a.app_id = p_app_id;
        -- An id begins with the milliseconds of the clock of the node that made it.
        v_last_id := encode(
            int8send((extract(epoch from v_made_by + c_ahead) * 1000)::bigint << 16 | 65535)
                || '\xffffffffffffffff', 'hex');
        -- So the index tells which are too young, but one by one: no further than c_entries of them.
        select e.stuck_at, e.intent_id into v_row
        from interlock.intents_ahead(
            p_app_id, p_filter ->> 'environment', p_filter ->> 'status',
            p_filter ->> 'product_id', (p_filter ->> 'account_key')::uuid, p_after_at, p_after_id,
            c_entries) e;
        if found then
            v_is_cut := true;
            v_until_at := v_row.stuck_at;
            v_until_id := v_row.intent_id;
        end if;
    end if;
    if (p_filter ->> 'stuck')::boolean and v_until_at > v_now then
        -- The list is in this order: it ends where the first comes that isn't stuck.
        v_is_cut := false;
        v_until_at := v_now;
        v_until_id := 'ffffffff-ffff-ffff-ffff-ffffffffffff';
    end if;
    for v_row in
        select o.stuck_at, o.intent_id,
            case when o.expires_at > v_now and o.created_at <= v_made_by then o end as fits
        from interlock.intents_open(
            p_app_id, p_filter ->> 'environment', p_filter ->> 'status',
            p_filter ->> 'product_id', (p_filter ->> 'account_key')::uuid, p_after_at, p_after_id,
            v_reserved_until, v_pending_until, v_last_id, v_until_at, v_until_id, c_looks) o
    loop
        v_looked := v_looked + 1;
        if v_row.fits is distinct from null then
            v_found := v_found || v_row.fits;
        end if;
        exit when cardinality(v_found) = p_limit;
    end loop;

    return query
    select a.*, i.stuck_at <= v_now, i.scope_id,
        exists (
            select from interlock.claim c
            where c.scope_id = i.scope_id and c.intent_id = i.intent_id),
        s.kind, s.group_id, i.stuck_at
    from unnest(v_found) i
    join interlock.member m on m.scope_id = i.scope_id and m.account_key = i.account_key
    join interlock.scope s on s.scope_id = i.scope_id
    cross join lateral interlock.intents_answer(
        'found', i.fence, v_now, i, m.app_account_token) a
    order by i.stuck_at, i.intent_id;
    if cardinality(v_found) = p_limit then
        return;
    elsif v_looked = c_looks then
        outcome := 'more';
        stuck_at := v_row.stuck_at;
        intent_id := v_row.intent_id;
        return next;
    elsif v_is_cut then
        outcome := 'more';
        stuck_at := v_until_at;
        intent_id := v_until_id;
        return next;
    end if;
end
$$;
