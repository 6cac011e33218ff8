-- Makes a member the organizer; who was it becomes an adult. Locks the scope row, then the members.
-- Outcomes: no_group, not_a_member, handed_over (now, or already).
create or replace function interlock.groups_hand_over(
    p_group_id uuid, p_app_id text, p_account_key uuid)
returns table (outcome text, version bigint)
language plpgsql strict
set lock_timeout = '2s'
as $$
begin
    perform from interlock.scope s
    where s.scope_id = p_group_id and s.app_id = p_app_id and s.kind = 'group' for update;
    if not found then
        outcome := 'no_group';
        return next;
        return;
    end if;
    if not exists (select from interlock.member m
        where m.scope_id = p_group_id and m.account_key = p_account_key)
    then
        outcome := 'not_a_member';
        return next;
        return;
    end if;
    update interlock.member m set role = 'adult'
    where m.scope_id = p_group_id and m.role = 'organizer' and m.account_key <> p_account_key;
    update interlock.member m set role = 'organizer'
    where m.scope_id = p_group_id and m.account_key = p_account_key;
    version := interlock.scopes_bump(p_group_id, clock_timestamp());
    outcome := 'handed_over';
    return next;
end
$$;
