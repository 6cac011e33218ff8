-- Gives the random id by which the audit knows an account; made at the first act about it. For an account
-- that is not there any more it is new each time and leads nowhere.
-- The caller holds the app's head row: who forgets the account removes its mapping under that lock, so that
-- none is made afterwards.
create or replace function interlock.audit_subject(p_app_id text, p_account_key uuid)
returns uuid
language plpgsql strict
as $$
declare
    v_subject_id uuid;
begin
    select s.subject_id into v_subject_id from interlock.audit_subject s
    where s.app_id = p_app_id and s.account_key = p_account_key;
    if not found then
        v_subject_id := gen_random_uuid();
        insert into interlock.audit_subject (app_id, account_key, subject_id)
        select p_app_id, p_account_key, v_subject_id
        where exists (select from interlock.account a where a.account_key = p_account_key);
    end if;
    return v_subject_id;
end
$$;
