-- Gives the rows after a place, in their order, as the texts that their hashes are made of (audit_digest),
-- and the subjects that each is filed under, as a jsonb array. A plain read.
create or replace function interlock.audit_page(p_app_id text, p_after bigint, p_limit integer)
returns table (
    place bigint, previous_hash bytea, hash bytea, at bigint, actor text, act text, subject text,
    reason text, before text, after text, about jsonb)
language sql stable strict
as $$
    select u.place, u.previous_hash, u.hash,
        case when isfinite(u.at) then (extract(epoch from u.at) * 1000000)::bigint else 0 end,
        u.actor::text, u.act, u.subject::text, u.reason, u.before::text, u.after::text,
        coalesce((select jsonb_agg(b.subject_id) from interlock.audit_about b
            where b.app_id = u.app_id and b.place = u.place), '[]')
    from interlock.audit u
    where u.app_id = p_app_id and u.place > p_after
    order by u.place limit p_limit
$$;
