-- Ends a group that has no members any more (the caller has moved them out, one by one): nobody can join
-- it from then on; its invitations end first, so that nobody joins meanwhile. Locks the invitations, then the
-- scope row. Outcomes: no_group, has_members, dissolved (now, or already).
create or replace function interlock.groups_dissolve(p_group_id uuid, p_app_id text)
returns table (outcome text)
language plpgsql strict
set lock_timeout = '2s'
as $$
begin
    update interlock.invitation n set ended_as = 'revoked', ended_at = clock_timestamp()
    where n.group_id = p_group_id and n.app_id = p_app_id and n.ended_as is null;
    perform from interlock.scope s
    where s.scope_id = p_group_id and s.app_id = p_app_id and s.kind = 'group' for update;
    if not found then
        outcome := 'no_group';
    elsif exists (select from interlock.member m where m.scope_id = p_group_id) then
        outcome := 'has_members';
    else
        update interlock.family_group g set dissolved_at = clock_timestamp()
        where g.group_id = p_group_id and g.dissolved_at is null;
        outcome := 'dissolved';
    end if;
    return next;
end
$$;
