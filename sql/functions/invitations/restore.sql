-- Lets an accepted invitation be used again, because the move was refused: a part of the transaction that
-- took it. Locks its row.
create or replace function interlock.invitations_restore(p_code_hash bytea)
returns void
language sql strict
as $$
    update interlock.invitation n set ended_as = null, ended_at = null, taken_by = null
    where n.code_hash = p_code_hash and n.ended_as = 'accepted'
$$;
