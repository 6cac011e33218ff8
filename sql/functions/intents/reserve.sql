-- Reserves an intent to buy a product: the whole decision in one call on one scope.
--
-- Reads first and answers losers from that; who seems free takes the scope row by an update on the
-- version just read, which fails — and starts anew — when anything that was read has changed since.
-- Locks: the scope row, then inserts intent, claims and history below it.
-- p_options: {metadata?, actor, risks?} — risks that the service found outside the scope.
-- Outcomes, in the order in which they are tested:
--   moved              the account is not a member of this scope: look again where it is
--   replay             same request id, same product, environment and device: the intent as it now is
--   request_id_reused  same request id, other content
--   unknown_product    not in the app's catalog
--   owned              what the scope owns refuses it (owned_… columns)
--   locked             another intent stands in the way, open or released with a delay (the intent
--                      columns are that holder's)
--   too_many_open      ten unexpired open intents of this account
--   granted            reserved; the fence is the scope version of the grant
create or replace function interlock.intents_reserve(
    p_scope_id uuid, p_app_id text, p_environment text, p_account_key uuid, p_device_id text,
    p_product_id text, p_request_id text, p_intent_id uuid, p_options jsonb)
returns interlock.intent_answer
language plpgsql strict
set lock_timeout = '2s'
as $$
declare
    c_open_limit constant integer := 10;
    c_lock_after constant integer := 3;
    v_at timestamptz;
    v_version bigint;
    v_account_id text;
    v_token uuid;
    v_plan jsonb;
    v_stuck jsonb;
    v_intent interlock.intent;
    v_holder interlock.intent;
    v_verdict interlock.ownership_verdict;
    v_answer interlock.intent_answer;
    v_mine integer;
    v_expired boolean;
    v_risks text[];
    v_attempt integer := 0;
begin
    loop
        v_attempt := v_attempt + 1;
        if v_attempt > c_lock_after then
            perform from interlock.scope s where s.scope_id = p_scope_id for update;
        end if;
        v_at := clock_timestamp();
        select s.version, m.account_id, m.app_account_token
        into v_version, v_account_id, v_token
        from interlock.scope s join interlock.member m on m.scope_id = s.scope_id
        where s.scope_id = p_scope_id and m.account_key = p_account_key;
        if not found then
            v_answer.outcome := 'moved';
            return v_answer;
        end if;

        select * into v_intent from interlock.intent i
        where i.scope_id = p_scope_id and i.account_key = p_account_key
            and i.request_id = p_request_id;
        if found then
            return interlock.intents_answer(
                case when v_intent.product_id = p_product_id
                        and v_intent.environment = p_environment
                        and v_intent.device_id = p_device_id
                    then 'replay' else 'request_id_reused' end,
                v_version, v_at, v_intent, v_token);
        end if;

        select p.plan, a.stuck into v_plan, v_stuck
        from interlock.product p join interlock.app a on a.app_id = p.app_id
        where p.app_id = p_app_id and p.product_id = p_product_id;
        if not found then
            v_answer := ('unknown_product', v_version, v_at);
            return v_answer;
        end if;

        v_verdict := interlock.ownership_verdict(
            p_scope_id, p_environment, p_account_key, v_plan, v_at);
        if v_verdict.blocked then
            v_answer.outcome := 'owned';
            v_answer.version := v_version;
            v_answer.at := v_at;
            v_answer.owned_product_id := v_verdict.product_id;
            v_answer.owned_expires_at := v_verdict.expires_at;
            v_answer.owned_account_id := v_verdict.account_id;
            return v_answer;
        end if;

        v_mine := 0;
        v_expired := false;
        v_holder := null;
        v_risks := v_verdict.risks;
        for v_intent in
            select * from interlock.intent i
            where i.scope_id = p_scope_id and (i.open or i.risk_until is not null)
            order by i.created_at, i.intent_id
        loop
            if not v_intent.open then
                if v_holder.intent_id is null and v_intent.delay_until > v_at
                    and v_intent.environment = p_environment
                    and interlock.intents_conflicts(v_plan, v_intent, p_account_key)
                then
                    v_holder := v_intent;
                elsif v_intent.risk_until > v_at and v_intent.environment = p_environment
                    and not 'earlier_request_unresolved' = any (v_risks)
                    and interlock.intents_conflicts(v_plan, v_intent, p_account_key)
                then
                    v_risks := v_risks || 'earlier_request_unresolved'::text;
                end if;
            elsif v_intent.expires_at <= v_at then
                v_expired := true;
            else
                if v_intent.account_key = p_account_key then
                    v_mine := v_mine + 1;
                end if;
                if v_holder.intent_id is null and v_intent.environment = p_environment
                    and interlock.intents_conflicts(v_plan, v_intent, p_account_key)
                then
                    v_holder := v_intent;
                end if;
            end if;
        end loop;
        if v_holder.intent_id is not null then
            -- These are several reads: one's own concurrent twin is a replay, not a rival.
            continue when v_holder.account_key = p_account_key
                and v_holder.request_id = p_request_id;
            v_holder := coalesce(
                interlock.intents_obstacle(
                    p_scope_id, p_environment, p_account_key, v_plan, v_at, p_intent_id),
                v_holder);
            return interlock.intents_answer('locked', v_version, v_at, v_holder, v_token);
        end if;
        if v_mine >= c_open_limit then
            v_answer.outcome := 'too_many_open';
            v_answer.version := v_version;
            v_answer.at := v_at;
            return v_answer;
        end if;

        update interlock.scope s set version = s.version + 1
        where s.scope_id = p_scope_id and s.version = v_version
        returning s.version into v_version;
        exit when found;
    end loop;

    v_at := clock_timestamp();
    if v_expired then
        perform interlock.scopes_expire(p_scope_id, v_at);
        -- What just expired unresolved is a risk of this very request.
        if not 'earlier_request_unresolved' = any (v_risks) and exists (
            select from interlock.intent i
            where i.scope_id = p_scope_id and i.risk_until > v_at
                and i.environment = p_environment
                and interlock.intents_conflicts(v_plan, i, p_account_key))
        then
            v_risks := v_risks || 'earlier_request_unresolved'::text;
        end if;
    end if;
    insert into interlock.intent (
        scope_id, intent_id, app_id, environment, account_key, account_id, device_id, product_id,
        request_id, status, open, exclusion_sets, fence, created_at, updated_at, expires_at,
        renewable_until, risks, metadata, heard_at, stuck_at)
    values (
        p_scope_id, p_intent_id, p_app_id, p_environment, p_account_key, v_account_id, p_device_id,
        p_product_id, p_request_id, 'reserved', true,
        array(select s ->> 'id' from jsonb_array_elements(v_plan -> 'sets') s), v_version, v_at, v_at,
        v_at + interlock.scopes_seconds(v_plan -> 'deadlines', 'reserved'),
        v_at + interlock.scopes_seconds(v_plan -> 'deadlines', 'reserved_total'),
        v_risks || array(select jsonb_array_elements_text(p_options -> 'risks')),
        p_options -> 'metadata', v_at,
        interlock.intents_stuck(
            'reserved', v_at,
            v_at + interlock.scopes_seconds(v_plan -> 'deadlines', 'reserved_total'), null, v_at,
            null, v_stuck, interlock.scopes_seconds(v_plan -> 'deadlines', 'reserved')))
    returning * into v_intent;
    perform interlock.intents_claim(v_intent, v_plan);
    perform interlock.intents_remember(
        p_scope_id, p_intent_id, v_at, null, 'reserved', p_options -> 'actor', null);
    perform interlock.scopes_expect(p_scope_id, v_intent.expires_at, v_at);
    return interlock.intents_answer('granted', v_version, v_at, v_intent, v_token);
end
$$;
