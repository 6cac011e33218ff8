-- Revokes an invitation of a group that nobody has used. Locks its row. Outcomes: not_found, revoked (now,
-- or already).
create or replace function interlock.invitations_revoke(
    p_invitation_id uuid, p_group_id uuid, p_app_id text)
returns table (outcome text)
language plpgsql strict
set lock_timeout = '2s'
as $$
begin
    update interlock.invitation n
    set ended_as = 'revoked', ended_at = coalesce(n.ended_at, clock_timestamp())
    where n.invitation_id = p_invitation_id and n.group_id = p_group_id and n.app_id = p_app_id
        and coalesce(n.ended_as, 'revoked') = 'revoked';
    outcome := case when found then 'revoked' else 'not_found' end;
    return next;
end
$$;
