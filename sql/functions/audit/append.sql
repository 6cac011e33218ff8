-- Appends what an administrator did, in the transaction of the act itself, to the app's chain: the next
-- place, the hash of the row before it, its own (audit_digest). Gives the place.
-- Locks: the app's head row. Every act of the app waits for it until the other's transaction has ended, so
-- that it is taken last: an act appends when all its other locks are taken.
-- p_subject is what it was done to, p_before and p_after what changed. A member of them whose name ends in
-- "_key" is an account's key, and is kept as that account's subject id; nothing else may name an account,
-- and nothing may be a secret.
-- Runs as its owner: the service's role can append to the audit and read it, and do nothing else with it.
create or replace function interlock.audit_append(
    p_app_id text, p_actor jsonb, p_act text, p_subject jsonb, p_reason text, p_before jsonb,
    p_after jsonb)
returns bigint
language plpgsql strict security definer
set search_path = pg_catalog, pg_temp
as $$
declare
    v_head interlock.audit_head;
    v_row interlock.audit;
begin
    select * into v_head from interlock.audit_head h where h.app_id = p_app_id for update;
    if not found then
        insert into interlock.audit_head (app_id, place, at, hash)
        values (p_app_id, 0, '-infinity', decode(repeat('00', 32), 'hex'));
        select * into v_head from interlock.audit_head h where h.app_id = p_app_id;
    end if;
    v_row.app_id := p_app_id;
    v_row.place := v_head.place + 1;
    v_row.previous_hash := v_head.hash;
    -- A head whose time somebody has made endless holds nobody up; audit_last tells of it.
    v_row.at := greatest(
        clock_timestamp(), case when isfinite(v_head.at) then v_head.at end);
    v_row.actor := p_actor;
    v_row.act := p_act;
    v_row.subject := interlock.audit_conceal(p_app_id, p_subject);
    v_row.reason := p_reason;
    v_row.before := interlock.audit_conceal(p_app_id, p_before);
    v_row.after := interlock.audit_conceal(p_app_id, p_after);
    v_row.hash := interlock.audit_digest(v_row);
    insert into interlock.audit (
        app_id, place, at, actor, act, subject, reason, before, after, previous_hash, hash)
    values (
        v_row.app_id, v_row.place, v_row.at, v_row.actor, v_row.act, v_row.subject, v_row.reason,
        v_row.before, v_row.after, v_row.previous_hash, v_row.hash);
    insert into interlock.audit_about (app_id, subject_id, place)
    select distinct p_app_id, s.value::uuid, v_row.place
    from (
        select * from jsonb_each_text(v_row.subject)
        union all select * from jsonb_each_text(v_row.before)
        union all select * from jsonb_each_text(v_row.after)) s (name, value)
    where s.name ~ '_subject$' and s.value is not null
    on conflict do nothing;
    update interlock.audit_head h set place = v_row.place, at = v_row.at, hash = v_row.hash
    where h.app_id = p_app_id;
    return v_row.place;
end
$$;
