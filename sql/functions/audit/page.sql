-- Gives the rows after a place, in their order, as the texts that their hashes are made of
-- (audit_digest). A plain read.
create or replace function interlock.audit_page(p_app_id text, p_after bigint, p_limit integer)
returns table (
    place bigint, previous_hash bytea, hash bytea, at bigint, actor text, act text, subject text,
    reason text, before text, after text)
language sql stable strict
as $$
    select u.place, u.previous_hash, u.hash, (extract(epoch from u.at) * 1000000)::bigint,
        u.actor::text, u.act, u.subject::text, u.reason, u.before::text, u.after::text
    from interlock.audit u
    where u.app_id = p_app_id and u.place > p_after
    order by u.place limit p_limit
$$;
