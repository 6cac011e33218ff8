-- Releases an open intent: an administrator any, an account its own pending or confirming one, and a member
-- whose role may (family_group.releasers) another member's.
-- Locks: the scope row, then the intent and its claims; for an administrator, whose act is audited with what
-- was and what is, the app's audit head at last. The store request may still succeed: the risk begins, and a
-- verified transaction still settles it.
-- p_options: {actor, reason, by: 'account' | 'administrator', unchanged_since?, lock_delay? (seconds for
--   which its sets stay closed to everybody; of one released already, counted anew from now as long as
--   they are still closed, and 0 opens them; the step in its history says beside who did it until when
--   that is)}
-- Outcomes: moved, not_found, changed (it was updated at another time than unchanged_since, in
--   microseconds since 1970; with the intent as it is),
--   not_pending (an account's own that was never reported),
--   intent_closed (ended otherwise, or released and its sets are open again, so that no delay can close
--   them; with the intent as it is), released (now, or already).
create or replace function interlock.intents_release(
    p_scope_id uuid, p_account_key uuid, p_intent_id uuid, p_options jsonb)
returns interlock.intent_answer
language plpgsql strict
set lock_timeout = '2s'
as $$
declare
    v_scope interlock.opened_scope;
    v_at timestamptz;
    v_changed boolean;
    v_delay_until timestamptz;
    v_intent interlock.intent;
    v_outcome text := 'released';
    v_before jsonb;
    v_answer interlock.intent_answer;
begin
    v_scope := interlock.scopes_open(p_scope_id, p_account_key);
    if not v_scope.is_member then
        v_answer.outcome := 'moved';
        return v_answer;
    end if;
    v_at := v_scope.at;
    v_changed := v_scope.changed;
    v_delay_until := v_at + interlock.scopes_seconds(p_options, 'lock_delay');
    select * into v_intent from interlock.intent i
    where i.scope_id = p_scope_id and i.intent_id = p_intent_id
        and (i.account_key = p_account_key
            or (p_options ->> 'by' = 'account' and i.reported_at is not null and exists (
                select from interlock.member m
                join interlock.family_group g on g.group_id = m.scope_id
                where m.scope_id = p_scope_id and m.account_key = p_account_key
                    and m.role = any (g.releasers))));
    if not found then
        v_outcome := 'not_found';
    elsif interlock.scopes_microseconds(v_intent.updated_at)
        <> (p_options ->> 'unchanged_since')::bigint
    then
        v_outcome := 'changed';
    elsif v_intent.status = 'released' then
        if v_intent.delay_until > v_at and v_delay_until is not null then
            v_before := interlock.intents_audited(v_intent);
            v_intent := interlock.intents_delay(
                v_intent, v_delay_until, v_at, p_options -> 'actor', p_options ->> 'reason');
            v_changed := true;
        elsif v_delay_until > v_at then
            v_outcome := 'intent_closed';
        end if;
    elsif not v_intent.open then
        v_outcome := 'intent_closed';
    elsif v_intent.status = 'reserved' and p_options ->> 'by' <> 'administrator' then
        v_outcome := 'not_pending';
    else
        v_before := interlock.intents_audited(v_intent);
        v_intent := interlock.intents_close(
            v_intent, 'released', v_at, v_at,
            greatest(nullif(v_delay_until, v_at), case when v_intent.reported_at is not null then
                v_at + interlock.scopes_seconds(
                    interlock.scopes_deadlines(p_scope_id), 'unresolved_risk') end),
            jsonb_strip_nulls(jsonb_build_object(
                'delay_until', nullif(v_delay_until, v_at))),
            p_options -> 'actor' || jsonb_strip_nulls(jsonb_build_object(
                'delay_until', interlock.scopes_microseconds(nullif(v_delay_until, v_at)))),
            p_options ->> 'reason');
        v_changed := true;
    end if;
    if v_changed then
        v_scope.version := interlock.scopes_bump(p_scope_id, v_at);
    end if;
    if v_before is not null and p_options ->> 'by' = 'administrator' then
        perform interlock.audit_append(
            v_intent.app_id, p_options -> 'actor', 'intent.release',
            jsonb_build_object(
                'intent_id', v_intent.intent_id, 'account_key', v_intent.account_key,
                'product_id', v_intent.product_id, 'environment', v_intent.environment),
            p_options ->> 'reason', v_before, interlock.intents_audited(v_intent));
    end if;
    return interlock.intents_answer(
        v_outcome, v_scope.version, v_at, v_intent, v_scope.app_account_token);
end
$$;
