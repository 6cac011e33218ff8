-- Applies a changed setting of what is stuck to the open intents of an app, so many in one step, in the
-- order in which they become stuck: one that moves ahead is met again, and is right already.
-- A pass that ends is made once more when it began within c_settle of the change: a reserve that was under
-- way may have read the setting before. Who comes while another works on the app leaves it to that one.
-- Locks: the app's row in stuck_review, then intents. Gives how many were looked at; null when nothing is
-- left of the first pass.
create or replace function interlock.intents_review(p_app_id text, p_looks integer)
returns integer
language plpgsql strict
as $$
declare
    c_settle constant interval := '10 seconds';
    v_at timestamptz := clock_timestamp();
    v_review interlock.stuck_review;
    v_stuck jsonb;
    v_lease interval;
    v_looked integer;
begin
    select r.* into v_review from interlock.stuck_review r
    where r.app_id = p_app_id and r.begun_at <= v_at for update skip locked;
    if not found then
        return null;
    end if;
    select a.stuck, interlock.scopes_seconds(c.deadlines, 'reserved') into v_stuck, v_lease
    from interlock.app a join interlock.catalog c on c.app_id = a.app_id
    where a.app_id = p_app_id;
    with looked as materialized (
        select o.scope_id, o.intent_id, o.stuck_at
        from interlock.intents_open(
            p_app_id, null, null, null, null, v_review.after_at, v_review.after_id, 'infinity',
            'infinity', 'ffffffff-ffff-ffff-ffff-ffffffffffff', 'infinity',
            'ffffffff-ffff-ffff-ffff-ffffffffffff', p_looks) o
    ), changed as (
        update interlock.intent i
        set stuck_at = interlock.intents_stuck(
            i.status, i.created_at, i.renewable_until, i.reported_at, i.heard_at, i.gone_at,
            v_stuck, v_lease)
        from looked l
        where i.scope_id = l.scope_id and i.intent_id = l.intent_id and i.open
            and i.stuck_at <> interlock.intents_stuck(
                i.status, i.created_at, i.renewable_until, i.reported_at, i.heard_at, i.gone_at,
                v_stuck, v_lease)
    )
    select count(*), (array_agg(l.stuck_at order by l.stuck_at desc, l.intent_id desc))[1],
        (array_agg(l.intent_id order by l.stuck_at desc, l.intent_id desc))[1]
    into v_looked, v_review.after_at, v_review.after_id
    from looked l;
    if v_looked = p_looks then
        update interlock.stuck_review r
        set after_at = v_review.after_at, after_id = v_review.after_id
        where r.app_id = p_app_id;
    elsif v_review.begun_at >= v_review.changed_at + c_settle then
        delete from interlock.stuck_review r where r.app_id = p_app_id;
    else
        update interlock.stuck_review r
        set begun_at = r.changed_at + c_settle, after_at = '-infinity',
            after_id = '00000000-0000-0000-0000-000000000000'
        where r.app_id = p_app_id;
    end if;
    return v_looked;
end
$$;
