-- Gives the ids of the accounts that a row's subjects are: {subject id: account id}. Who was forgotten is
-- not in it. A plain read.
create or replace function interlock.audit_accounts(p_row interlock.audit)
returns jsonb
language plpgsql stable
as $$
begin
    return (
        select coalesce(jsonb_object_agg(s.subject_id, a.account_id), '{}')
        from (
            select m.value::uuid as id
            from unnest(array[p_row.subject, p_row.before, p_row.after]) p (part),
                jsonb_each_text(p.part) m
            where m.key ~ '_subject$'
            group by 1) named
        join interlock.audit_subject s on s.app_id = p_row.app_id and s.subject_id = named.id
        join interlock.account a on a.account_key = s.account_key);
end
$$;
