-- Makes the role that the service works as, interlock_service, lets the caller become it, and gives it what it
-- needs: to read everything, to write everything but the audit, to append to that by audit_append alone.
-- Roles are the whole cluster's: another database of it may do the same at the same moment. Harmless to
-- repeat; called by the migrator. p_admit: the role may log in by itself, on a cluster of our own.
-- Outcomes: granted, no_role (there is none, and the caller may not make it), not_a_member (the caller may
-- not become it).
create or replace function interlock.installation_grant(p_admit boolean)
returns text
language plpgsql strict
as $$
begin
    if not exists (select from pg_roles r where r.rolname = 'interlock_service') then
        begin
            create role interlock_service nologin;
        exception
            when duplicate_object or unique_violation then null;
            when insufficient_privilege then return 'no_role';
        end;
    end if;
    if p_admit and exists (
        select from pg_roles r where r.rolname = 'interlock_service' and not r.rolcanlogin)
    then
        begin
            alter role interlock_service login;
        -- "tuple concurrently updated": somebody else does just that.
        exception when internal_error then null;
        end;
    end if;
    -- From PostgreSQL 16 on, who made a role is a member that may not become it (set_option).
    if not exists (select from pg_roles r where r.rolname = current_user and r.rolsuper)
        and not exists (
            select from pg_auth_members m
            where m.roleid = 'interlock_service'::regrole and m.member = current_user::regrole
                and coalesce((to_jsonb(m) ->> 'set_option')::boolean, true))
    then
        begin
            execute format('grant interlock_service to %I', current_user);
        exception
            when unique_violation or internal_error then null;
            when insufficient_privilege then null;
        end;
    end if;
    grant usage on schema interlock to interlock_service;
    grant select, insert, update, delete on all tables in schema interlock to interlock_service;
    revoke insert, update, delete, truncate, references, trigger
    on interlock.audit, interlock.audit_head, interlock.audit_about, interlock.audit_subject,
        interlock.schema_file, interlock.installation
    from interlock_service;
    -- Forgetting an account removes its mapping.
    grant delete on interlock.audit_subject to interlock_service;
    return case when pg_has_role(current_user, 'interlock_service', 'member')
        then 'granted' else 'not_a_member' end;
end
$$;
