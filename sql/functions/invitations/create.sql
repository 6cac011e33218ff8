-- Stores an invitation by its code's hash. The caller has checked who may invite.
-- Outcomes: no_group (or dissolved), too_many (ten of the inviter are open), created.
create or replace function interlock.invitations_create(
    p_code_hash bytea, p_invitation_id uuid, p_group_id uuid, p_app_id text, p_role text,
    p_invited_by text, p_lifetime_seconds integer)
returns table (outcome text, expires_at timestamptz)
language plpgsql strict
as $$
declare
    c_open_limit constant integer := 10;
    v_at timestamptz := clock_timestamp();
begin
    if not exists (select from interlock.family_group g
        where g.group_id = p_group_id and g.app_id = p_app_id and g.dissolved_at is null)
    then
        outcome := 'no_group';
    elsif c_open_limit <= (select count(*) from interlock.invitation n
        where n.group_id = p_group_id and n.invited_by = p_invited_by and n.ended_as is null
            and n.expires_at > v_at)
    then
        outcome := 'too_many';
    else
        expires_at := v_at + make_interval(secs => p_lifetime_seconds);
        insert into interlock.invitation (
            code_hash, invitation_id, app_id, group_id, role, invited_by, created_at, expires_at)
        values (
            p_code_hash, p_invitation_id, p_app_id, p_group_id, p_role, p_invited_by, v_at,
            invitations_create.expires_at);
        outcome := 'created';
    end if;
    return next;
end
$$;
