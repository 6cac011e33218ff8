-- Gives one intent of an account, as it is now. A plain read of one scope.
-- Outcomes: moved, not_found, found.
create or replace function interlock.intents_get(
    p_scope_id uuid, p_account_key uuid, p_intent_id uuid)
returns interlock.intent_answer
language plpgsql stable strict
as $$
declare
    v_at timestamptz := clock_timestamp();
    v_version bigint;
    v_token uuid;
    v_intent interlock.intent;
    v_answer interlock.intent_answer;
begin
    select s.version, m.app_account_token into v_version, v_token
    from interlock.scope s join interlock.member m on m.scope_id = s.scope_id
    where s.scope_id = p_scope_id and m.account_key = p_account_key;
    if not found then
        v_answer.outcome := 'moved';
        return v_answer;
    end if;
    select * into v_intent from interlock.intent i
    where i.scope_id = p_scope_id and i.intent_id = p_intent_id
        and i.account_key = p_account_key;
    if not found then
        v_answer.outcome := 'not_found';
        return v_answer;
    end if;
    return interlock.intents_answer('found', v_version, v_at, v_intent, v_token);
end
$$;
