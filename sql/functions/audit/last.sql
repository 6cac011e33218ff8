-- Gives an app's head (null when it has lost it) and the last place that there is, both as of one moment. A
-- plain read.
create or replace function interlock.audit_last(p_app_id text)
returns table (place bigint, hash bytea, last_place bigint)
language sql stable strict
as $$
    select h.place, h.hash, coalesce(
        (select u.place from interlock.audit u
        where u.app_id = p_app_id order by u.place desc limit 1), 0)
    from (select p_app_id as app_id) a
    left join interlock.audit_head h on h.app_id = a.app_id
$$;
