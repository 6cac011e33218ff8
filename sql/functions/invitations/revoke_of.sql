-- Revokes the open invitations of somebody who may not invite any more. Locks their rows.
create or replace function interlock.invitations_revoke_of(p_group_id uuid, p_invited_by text)
returns void
language sql strict
as $$
    update interlock.invitation n set ended_as = 'revoked', ended_at = clock_timestamp()
    where n.group_id = p_group_id and n.invited_by = p_invited_by and n.ended_as is null
$$;
