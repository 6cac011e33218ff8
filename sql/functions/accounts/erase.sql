-- Removes every row that names an account, after what it was in the middle of has been closed or taken
-- elsewhere, and remembers that it has ended. Its purchases stay in the ledger, without it. The caller holds the account's row and its
-- scope's.
create or replace function interlock.accounts_erase(p_account_key uuid)
returns void
language plpgsql strict
as $$
begin
    delete from interlock.claim c where c.scope_id = p_account_key;
    delete from interlock.intent i where i.scope_id = p_account_key;
    delete from interlock.intent_event e where e.scope_id = p_account_key;
    delete from interlock.ownership o where o.scope_id = p_account_key;
    delete from interlock.member m where m.scope_id = p_account_key;
    delete from interlock.due d where d.scope_id = p_account_key;
    delete from interlock.scope s where s.scope_id = p_account_key;
    delete from interlock.device d where d.account_key = p_account_key;
    delete from interlock.invitation_try t where t.account_key = p_account_key;
    delete from interlock.store_account s where s.account_key = p_account_key;
    delete from interlock.store_check c
    where c.kind = 'account' and c.subject = p_account_key::text;
    delete from interlock.account_token t where t.account_key = p_account_key;
    delete from interlock.account a where a.account_key = p_account_key;
    insert into interlock.account_end (account_key, ended_at)
    values (p_account_key, clock_timestamp())
    on conflict (account_key) do update set ended_at = excluded.ended_at;
end
$$;
