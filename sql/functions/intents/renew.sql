-- Extends a reserved intent for the device that holds it, up to its limit in all; never shortens.
-- Locks: the scope row, then the intent.
-- Outcomes: moved, not_found (also for a device that is not the holder), intent_closed (with the intent),
--   not_renewable (it is pending or confirming), owned (what arrived meanwhile refuses the purchase),
--   renewed (also when the limit leaves nothing to extend).
create or replace function interlock.intents_renew(
    p_scope_id uuid, p_account_key uuid, p_device_id text, p_intent_id uuid)
returns interlock.intent_answer
language plpgsql strict
set lock_timeout = '2s'
as $$
declare
    v_scope interlock.opened_scope;
    v_at timestamptz;
    v_changed boolean;
    v_intent interlock.intent;
    v_plan jsonb;
    v_deadlines jsonb;
    v_expires timestamptz;
    v_verdict interlock.ownership_verdict;
    v_answer interlock.intent_answer;
    v_outcome text;
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
    if not found then
        v_outcome := 'not_found';
    elsif not v_intent.open then
        v_outcome := 'intent_closed';
    elsif v_intent.status <> 'reserved' then
        v_outcome := 'not_renewable';
    else
        select p.plan into v_plan from interlock.product p
        where p.app_id = v_intent.app_id and p.product_id = v_intent.product_id;
        v_verdict := interlock.ownership_verdict(
            p_scope_id, v_intent.environment, p_account_key, v_plan, v_at);
        if v_verdict.blocked then
            v_outcome := 'owned';
        else
            v_outcome := 'renewed';
            v_deadlines := interlock.scopes_deadlines(p_scope_id);
            v_expires := least(
                v_intent.renewable_until,
                v_at + interlock.scopes_seconds(v_deadlines, 'reserved'));
            if v_expires > v_intent.expires_at then
                update interlock.intent i
                set expires_at = v_expires, updated_at = v_at, heard_at = v_at, gone_at = null,
                    stuck_at = interlock.intents_stuck(
                        i.status, i.created_at, i.renewable_until, null, v_at, null,
                        v_deadlines -> 'stuck',
                        interlock.scopes_seconds(v_deadlines, 'reserved'))
                where i.scope_id = p_scope_id and i.intent_id = p_intent_id
                returning i.* into v_intent;
                v_changed := true;
            end if;
        end if;
    end if;
    if v_changed then
        v_scope.version := interlock.scopes_bump(p_scope_id, v_at);
    end if;
    v_answer := interlock.intents_answer(v_outcome, v_scope.version, v_at, v_intent, v_scope.app_account_token);
    v_answer.owned_product_id := v_verdict.product_id;
    v_answer.owned_expires_at := v_verdict.expires_at;
    v_answer.owned_account_id := v_verdict.account_id;
    return v_answer;
end
$$;
