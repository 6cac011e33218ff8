-- Gives a group with its members. A plain read; no row when there is none.
create or replace function interlock.groups_get(p_group_id uuid, p_app_id text)
returns table (
    group_id uuid, size_limit integer, releasers text[], created_at timestamptz,
    dissolved_at timestamptz, version bigint, members jsonb)
language sql stable strict
as $$
    select g.group_id, g.size_limit, g.releasers, g.created_at, g.dissolved_at, s.version,
        (select coalesce(jsonb_agg(jsonb_build_object(
                'account_key', m.account_key, 'account_id', m.account_id, 'role', m.role,
                'joined_at', interlock.scopes_microseconds(m.joined_at))
                order by m.joined_at, m.account_id), '[]')
            from interlock.member m where m.scope_id = g.group_id)
    from interlock.family_group g join interlock.scope s on s.scope_id = g.group_id
    where g.group_id = p_group_id and g.app_id = p_app_id
$$;
