-- Lists what administrators did in an app, newest first, from before (p_before_at, p_before_id); infinity
-- for the first page. A plain read.
create or replace function interlock.console_audit(
    p_app_id text, p_before_at timestamptz, p_before_id uuid, p_limit integer)
returns table (
    audit_id uuid, at timestamptz, who text, act text, subject jsonb, reason text)
language sql stable strict
as $$
    select u.audit_id, u.at, u.actor ->> 'label', u.act, u.subject, u.reason
    from interlock.audit u
    where u.app_id = p_app_id and (u.at, u.audit_id) < (p_before_at, p_before_id)
    order by u.at desc, u.audit_id desc
    limit p_limit
$$;
