-- Makes a group with its scope, without members. Its id is made by the caller; repeating it is harmless.
-- p_options: {size_limit?, releasers?}. Outcomes: created, exists (also another app's: then with nothing).
create or replace function interlock.groups_create(
    p_group_id uuid, p_app_id text, p_options jsonb)
returns table (outcome text)
language plpgsql strict
as $$
declare
    v_at timestamptz := clock_timestamp();
begin
    insert into interlock.scope (scope_id, app_id, kind, group_id, version, created_at)
    values (p_group_id, p_app_id, 'group', p_group_id::text, 1, v_at)
    on conflict do nothing;
    if not found then
        outcome := 'exists';
        return next;
        return;
    end if;
    insert into interlock.family_group (group_id, app_id, size_limit, releasers, created_at)
    values (
        p_group_id, p_app_id, coalesce((p_options ->> 'size_limit')::integer, 6),
        case when p_options ? 'releasers'
            then array(select jsonb_array_elements_text(p_options -> 'releasers'))
            else '{organizer,adult}' end, v_at);
    outcome := 'created';
    return next;
end
$$;
