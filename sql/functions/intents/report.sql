-- Records what a holder says of its purchase: pending, purchased (no usable transaction yet),
-- cancelled or failed. Idempotent; never shortens a deadline.
-- Locks: the scope row, then the intent and its claims.
-- p_options: {reason?, error?, actor}
-- Outcomes:
--   moved          the account is not in this scope
--   not_found      no such intent, or the caller is not its holder: the device that reserved it, any
--                  device of the account once it was reported pending or purchased
--   lock_lost      pending or purchased on an expired intent whose place is taken (the intent columns
--                  are the new holder's); its risk starts anew
--   intent_closed  the report contradicts a closed intent (with the intent as it is)
--   reported       recorded, or already so
create or replace function interlock.intents_report(
    p_scope_id uuid, p_account_key uuid, p_device_id text, p_intent_id uuid, p_result text,
    p_options jsonb)
returns interlock.intent_answer
language plpgsql strict
set lock_timeout = '2s'
as $$
declare
    v_scope interlock.opened_scope;
    v_at timestamptz;
    v_changed boolean;
    v_intent interlock.intent;
    v_holder interlock.intent;
    v_deadlines jsonb;
    v_outcome text := 'reported';
    v_answer interlock.intent_answer;
begin
    v_scope := interlock.scopes_open(p_scope_id, p_account_key);
    if not v_scope.is_member then
        v_answer.outcome := 'moved';
        return v_answer;
    end if;
    v_at := v_scope.at;
    v_changed := v_scope.changed;
    select * into v_intent from interlock.intent i
    where i.scope_id = p_scope_id and i.intent_id = p_intent_id
        and i.account_key = p_account_key
        and (i.device_id = p_device_id or i.reported_at is not null);
    v_deadlines := interlock.scopes_deadlines(p_scope_id);

    if v_intent.intent_id is null then
        v_outcome := 'not_found';
    elsif p_result in ('pending', 'purchased') then
        if v_intent.status = 'expired' then
            v_holder := interlock.intents_reopen(v_intent, v_at, v_scope.version + 1);
            v_changed := true;
            if v_holder.intent_id is not null then
                update interlock.intent i
                set reported_at = v_at, updated_at = v_at,
                    risk_until = v_at + interlock.scopes_seconds(v_deadlines, 'unresolved_risk')
                where i.scope_id = p_scope_id and i.intent_id = p_intent_id;
                v_outcome := 'lock_lost';
            end if;
        elsif v_intent.status = 'completed' and p_result = 'purchased' then
            null;
        elsif not v_intent.open then
            v_outcome := 'intent_closed';
        end if;
        if v_outcome = 'reported' and v_intent.status <> 'completed' then
            v_intent := interlock.intents_await(v_intent, p_result, v_at, v_deadlines, p_options);
            v_changed := true;
        end if;
    elsif v_intent.open then
        v_intent := interlock.intents_close(
            v_intent, p_result, v_at, v_at,
            case when v_intent.reported_at is not null then
                v_at + interlock.scopes_seconds(v_deadlines, 'unresolved_risk') end,
            jsonb_strip_nulls(jsonb_build_object('error', p_options -> 'error')),
            p_options -> 'actor', p_options ->> 'reason');
        v_changed := true;
    elsif v_intent.status <> p_result then
        v_outcome := 'intent_closed';
    end if;

    if v_changed then
        v_scope.version := interlock.scopes_bump(p_scope_id, v_at);
    end if;
    return interlock.intents_answer(
        v_outcome, v_scope.version, v_at,
        case when v_outcome = 'lock_lost' then v_holder else v_intent end, v_scope.app_account_token);
end
$$;
