-- Takes an account out of a scope: its intents, history and ownership go into the result, for
-- scopes_enter; its claims go to who waits for them. Null when it is not a member.
-- Locks: the scope row, then rows below it; the caller holds the account's row, sets the versions of both
-- scopes, and brings the result into another scope in the same transaction.
create or replace function interlock.scopes_leave(p_scope_id uuid, p_account_key uuid)
returns jsonb
language plpgsql strict
as $$
declare
    v_scope interlock.opened_scope;
    v_bundle jsonb;
begin
    v_scope := interlock.scopes_open(p_scope_id, p_account_key);
    if not v_scope.is_member then
        return null;
    end if;
    select jsonb_build_object(
        'scope_id', p_scope_id, 'version', v_scope.version,
        'account_id', m.account_id, 'app_account_token', m.app_account_token,
        'intents', (
            select coalesce(jsonb_agg(to_jsonb(i)), '[]') from interlock.intent i
            where i.scope_id = p_scope_id and i.account_key = p_account_key),
        'events', (
            select coalesce(jsonb_agg(to_jsonb(e)), '[]')
            from interlock.intent i
            join interlock.intent_event e
                on e.scope_id = i.scope_id and e.intent_id = i.intent_id
            where i.scope_id = p_scope_id and i.account_key = p_account_key),
        'ownership', (
            select coalesce(jsonb_agg(to_jsonb(o)), '[]') from interlock.ownership o
            where o.scope_id = p_scope_id and o.account_key = p_account_key))
    into v_bundle
    from interlock.member m
    where m.scope_id = p_scope_id and m.account_key = p_account_key;
    delete from interlock.claim c using interlock.intent i
    where i.scope_id = p_scope_id and i.account_key = p_account_key
        and c.scope_id = i.scope_id and c.intent_id = i.intent_id;
    delete from interlock.intent i
    where i.scope_id = p_scope_id and i.account_key = p_account_key;
    delete from interlock.ownership o
    where o.scope_id = p_scope_id and o.account_key = p_account_key;
    delete from interlock.member m
    where m.scope_id = p_scope_id and m.account_key = p_account_key;
    perform interlock.intents_promote(p_scope_id, v_scope.at);
    return v_bundle;
end
$$;
