-- Forgets an account that is in its own scope (the caller has moved it out of its group): open intents
-- end, tokens and devices go, its purchases stay in the ledger without an owner.
-- It is audited, and then nothing tells any more who the audit's rows about it are about.
-- Locks: its purchase lines, its row, its scope, the app's audit head. Repeating it is harmless.
-- Outcomes: in_a_group (leave first), forgotten (now, or already, or never seen).
create or replace function interlock.accounts_forget(
    p_account_key uuid, p_app_id text, p_actor jsonb, p_reason text)
returns table (outcome text)
language plpgsql strict
set lock_timeout = '5s'
as $$
declare
    v_scope_id uuid;
    v_lines bigint;
    v_before jsonb;
begin
    update interlock.purchase_line l
    set account_key = null, claimed_at = null, claimed_by = null
    where l.account_key = p_account_key and l.app_id = p_app_id;
    get diagnostics v_lines = row_count;
    select a.scope_id into v_scope_id from interlock.account a
    where a.account_key = p_account_key and a.app_id = p_app_id for update;
    outcome := 'forgotten';
    if found and v_scope_id <> p_account_key then
        outcome := 'in_a_group';
    elsif found then
        perform from interlock.scope s where s.scope_id = p_account_key for update;
        v_before := interlock.accounts_audited(p_account_key)
            || jsonb_build_object('purchase_lines', v_lines);
        perform interlock.accounts_erase(p_account_key);
        perform interlock.audit_append(
            p_app_id, p_actor, 'account.forget',
            jsonb_build_object('account_key', p_account_key), p_reason, v_before, '{}');
        delete from interlock.audit_subject s
        where s.app_id = p_app_id and s.account_key = p_account_key;
    end if;
    return next;
end
$$;
