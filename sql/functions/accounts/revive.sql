-- Lets an account that was forgotten or merged begin anew, because the vendor's backend says so. Repeating it
-- is harmless.
create or replace function interlock.accounts_revive(p_account_key uuid)
returns void
language sql strict
as $$
    delete from interlock.account_end e where e.account_key = p_account_key
$$;
