-- Closes every open intent of an account in one environment: a guardian has withdrawn the consent that
-- its requests waited for. A verified transaction still settles them.
-- Locks: the scope row, then the intents and their claims. p_options: {actor, reason}
-- Outcomes: moved, withdrawn (version as it now is, also when there was nothing to close).
create or replace function interlock.intents_withdraw(
    p_scope_id uuid, p_account_key uuid, p_environment text, p_options jsonb)
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
        where i.scope_id = p_scope_id and i.account_key = p_account_key and i.open
            and i.environment = p_environment
        order by i.created_at, i.intent_id
    loop
        perform interlock.intents_close(
            v_intent, 'released', v_scope.at, v_scope.at,
            case when v_intent.reported_at is not null then
                v_scope.at + interlock.scopes_seconds(
                    interlock.scopes_deadlines(p_scope_id), 'unresolved_risk') end,
            '{}', p_options -> 'actor', p_options ->> 'reason');
        v_scope.changed := true;
    end loop;
    if v_scope.changed then
        v_scope.version := interlock.scopes_bump(p_scope_id, v_scope.at);
    end if;
    v_answer.outcome := 'withdrawn';
    v_answer.version := v_scope.version;
    v_answer.at := v_scope.at;
    return v_answer;
end
$$;
