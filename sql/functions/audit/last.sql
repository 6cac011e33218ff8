-- Gives an app's head (null when it has lost it), the last place that there is, whether the head bears the time
-- of its record, and the first place that something is filed under without a record there; all as of one
-- moment. A plain read.
create or replace function interlock.audit_last(p_app_id text)
returns table (place bigint, hash bytea, last_place bigint, is_dated boolean, stray_place bigint)
language sql stable strict
as $$
    select h.place, h.hash, coalesce(
        (select u.place from interlock.audit u
        where u.app_id = p_app_id order by u.place desc limit 1), 0),
        h.place = 0 or h.at = (
            select u.at from interlock.audit u where u.app_id = p_app_id and u.place = h.place),
        (select b.place from interlock.audit_about b
        where b.app_id = p_app_id and not exists (
            select from interlock.audit u where u.app_id = b.app_id and u.place = b.place)
        order by b.place limit 1)
    from (select p_app_id as app_id) a
    left join interlock.audit_head h on h.app_id = a.app_id
$$;
