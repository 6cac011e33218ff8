-- Moves an account between its own scope and a group's, with all that it is in the middle of. One
-- transaction: the account's row, both scope rows in the order of their keys, out of the one, into the
-- other; both versions become the greater of the two plus one, so that no device sees its version go back.
-- p_to_scope_id: the group, or the account's own key to leave. p_role: for a group; else empty.
-- Outcomes:
--   no_account        never seen
--   no_group          there is none, or it is dissolved
--   in_another_group  leave that first
--   full              the group has as many members as it may
--   has_organizer     the role is taken
--   is_organizer      it is the organizer, which hands that over instead
--   unchanged         it is there already; its role is what was asked for, now or before
--   moved
-- incidents: for incidents_note, each with its environment.
create or replace function interlock.groups_move(
    p_account_key uuid, p_app_id text, p_to_scope_id uuid, p_role text)
returns table (
    outcome text, from_scope_id uuid, to_scope_id uuid, version bigint, incidents jsonb)
language plpgsql strict
set lock_timeout = '2s'
as $$
declare
    v_account interlock.account;
    v_group interlock.family_group;
    v_leaves boolean := p_to_scope_id = p_account_key;
    v_bundle jsonb;
begin
    incidents := '[]';
    to_scope_id := p_to_scope_id;
    select * into v_account from interlock.account a
    where a.account_key = p_account_key and a.app_id = p_app_id for update;
    if not found then
        outcome := 'no_account';
        return next;
        return;
    end if;
    from_scope_id := v_account.scope_id;
    perform from interlock.scope s
    where s.scope_id in (from_scope_id, to_scope_id) order by s.scope_id for update;
    select * into v_group from interlock.family_group g
    where g.group_id = p_to_scope_id and g.app_id = p_app_id and g.dissolved_at is null;
    outcome := case
        when not v_leaves and v_group.group_id is null then 'no_group'
        when from_scope_id = to_scope_id then 'unchanged'
        when not v_leaves and from_scope_id <> p_account_key then 'in_another_group'
        when not v_leaves and v_group.size_limit <= (
            select count(*) from interlock.member m where m.scope_id = p_to_scope_id) then 'full'
        else 'moved' end;
    if outcome in ('moved', 'unchanged') and p_role = 'organizer' and exists (
        select from interlock.member m
        where m.scope_id = p_to_scope_id and m.role = 'organizer'
            and m.account_key <> p_account_key)
    then
        outcome := 'has_organizer';
    end if;
    if outcome = 'unchanged' and p_role not in ('', 'organizer') and exists (
        select from interlock.member m
        where m.scope_id = p_to_scope_id and m.account_key = p_account_key
            and m.role = 'organizer')
    then
        outcome := 'is_organizer';
    end if;
    if outcome = 'unchanged' and not v_leaves then
        update interlock.member m set role = p_role
        where m.scope_id = p_to_scope_id and m.account_key = p_account_key and m.role <> p_role;
        if p_role = 'child' then
            perform interlock.invitations_revoke_of(p_to_scope_id, v_account.account_id);
        end if;
    end if;
    if outcome <> 'moved' then
        return next;
        return;
    end if;

    v_bundle := interlock.scopes_leave(from_scope_id, p_account_key);
    -- A group keeps an organizer while an adult is in it.
    update interlock.member m set role = 'organizer'
    where m.scope_id = from_scope_id and m.account_key = (
            select s.account_key from interlock.member s
            where s.scope_id = from_scope_id and s.role = 'adult'
            order by s.joined_at, s.account_key limit 1)
        and not exists (
            select from interlock.member o
            where o.scope_id = from_scope_id and o.role = 'organizer');
    perform interlock.invitations_revoke_of(from_scope_id, v_account.account_id);
    select greatest(s.version, (v_bundle ->> 'version')::bigint) + 1 into version
    from interlock.scope s where s.scope_id = p_to_scope_id;
    incidents := interlock.scopes_enter(
        p_to_scope_id, p_account_key, nullif(p_role, ''), version, v_bundle);
    update interlock.account a set scope_id = p_to_scope_id
    where a.account_key = p_account_key;
    update interlock.scope s set version = groups_move.version
    where s.scope_id in (from_scope_id, p_to_scope_id);
    perform interlock.scopes_expect(
        s.id, interlock.scopes_next_change(s.id, clock_timestamp()), clock_timestamp())
    from (values (from_scope_id), (p_to_scope_id)) s (id);
    return next;
end
$$;
