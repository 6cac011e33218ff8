-- Lists an account's intents, newest first, from before p_before (infinity for the first page).
-- p_only is 'open' for those open and unexpired, or 'any'. A plain read of one scope.
-- A first row with outcome 'moved' or 'member' tells whether the account is in this scope.
create or replace function interlock.intents_list(
    p_scope_id uuid, p_account_key uuid, p_only text, p_before_at timestamptz, p_before_id uuid,
    p_limit integer)
returns setof interlock.intent_answer
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
    v_answer.outcome := case when found then 'member' else 'moved' end;
    return next v_answer;
    for v_intent in
        select * from interlock.intent i
        where i.scope_id = p_scope_id and i.account_key = p_account_key
            and (p_only <> 'open' or (i.open and i.expires_at > v_at))
            and (i.created_at, i.intent_id) < (p_before_at, p_before_id)
        order by i.created_at desc, i.intent_id desc
        limit p_limit
    loop
        return next interlock.intents_answer('found', v_version, v_at, v_intent, v_token);
    end loop;
end
$$;
