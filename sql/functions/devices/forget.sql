-- Forgets a device: its reserved intents are released, its pending and confirming ones stay with the
-- account, whose other devices may go on with them; until one does, they count as stuck.
-- Locks: the scope row, then the intents and their claims; the device's row. Repeating it is harmless.
-- p_options: {actor, reason}. Outcomes: moved, forgotten (also when it was never seen).
create or replace function interlock.devices_forget(
    p_scope_id uuid, p_account_key uuid, p_device_id text, p_options jsonb)
returns interlock.intent_answer
language plpgsql strict
set lock_timeout = '2s'
as $$
declare
    v_scope interlock.opened_scope;
    v_intent interlock.intent;
    v_answer interlock.intent_answer;
begin
    v_scope := interlock.scopes_open(p_scope_id, p_account_key);
    if not v_scope.is_member then
        v_answer.outcome := 'moved';
        return v_answer;
    end if;
    for v_intent in
        select * from interlock.intent i
        where i.scope_id = p_scope_id and i.account_key = p_account_key
            and i.device_id = p_device_id and i.status = 'reserved'
        order by i.created_at, i.intent_id
    loop
        perform interlock.intents_close(
            v_intent, 'released', v_scope.at, v_scope.at, null, '{}', p_options -> 'actor',
            p_options ->> 'reason');
        v_scope.changed := true;
    end loop;
    update interlock.intent i
    set gone_at = v_scope.at, stuck_at = least(i.stuck_at, v_scope.at)
    where i.scope_id = p_scope_id and i.account_key = p_account_key
        and i.device_id = p_device_id and i.open;
    if v_scope.changed then
        v_scope.version := interlock.scopes_bump(p_scope_id, v_scope.at);
    end if;
    delete from interlock.device d
    where d.account_key = p_account_key and d.device_id = p_device_id;
    v_answer.outcome := 'forgotten';
    v_answer.version := v_scope.version;
    v_answer.at := v_scope.at;
    return v_answer;
end
$$;
