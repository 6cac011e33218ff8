-- Ends an invitation for an account that knows its code: accepted or declined. A wrong code counts; ten in
-- an hour and every code is refused until the next hour, right or wrong.
-- Locks: the account's counter, then the invitation's row. The caller moves the account in the same
-- transaction, and calls invitations_restore when that is refused, so that the code can be used again.
-- Outcomes: too_many_tries, unknown (no such code, used, revoked, expired, or another app's), again (this
-- account has accepted it before), taken.
create or replace function interlock.invitations_take(
    p_code_hash bytea, p_app_id text, p_account_key uuid, p_as text)
returns table (outcome text, group_id uuid, role text)
language plpgsql strict
set lock_timeout = '2s'
as $$
declare
    c_wrong_limit constant integer := 10;
    v_at timestamptz := clock_timestamp();
    v_hour timestamptz := date_trunc('hour', v_at);
begin
    insert into interlock.invitation_try as t (account_key, hour, wrong)
    values (p_account_key, v_hour, 0)
    on conflict (account_key, hour) do update set wrong = t.wrong;
    if (select t.wrong from interlock.invitation_try t
        where t.account_key = p_account_key and t.hour = v_hour) >= c_wrong_limit
    then
        outcome := 'too_many_tries';
        return next;
        return;
    end if;
    update interlock.invitation n set ended_as = p_as, ended_at = v_at, taken_by = p_account_key
    where n.code_hash = p_code_hash and n.app_id = p_app_id and n.ended_as is null
        and n.expires_at > v_at
    returning n.group_id, n.role into group_id, role;
    if found then
        outcome := 'taken';
        delete from interlock.invitation_try t
        where t.account_key = p_account_key and t.hour < v_hour;
        return next;
        return;
    end if;
    select n.group_id, n.role into group_id, role from interlock.invitation n
    where n.code_hash = p_code_hash and n.app_id = p_app_id and n.ended_as = 'accepted'
        and p_as = 'accepted' and n.taken_by = p_account_key;
    if found then
        outcome := 'again';
    else
        outcome := 'unknown';
        update interlock.invitation_try t set wrong = t.wrong + 1
        where t.account_key = p_account_key and t.hour = v_hour;
    end if;
    return next;
end
$$;
