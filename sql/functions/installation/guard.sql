-- Says whether the caller's role, and the service's, could change what the audit has, and whether the caller
-- may become the service's. A role could when it may update or delete, or when it is, or may become, the
-- owner. A plain read.
create or replace function interlock.installation_guard()
returns table (role text, could boolean, service_could boolean, may_become boolean)
language plpgsql stable
as $$
declare
    v_service oid := (select r.oid from pg_roles r where r.rolname = 'interlock_service');
    v_owner oid := (select c.relowner from pg_class c where c.oid = 'interlock.audit'::regclass);
begin
    role := current_user;
    could := has_table_privilege('interlock.audit', 'update, delete, truncate')
        or pg_has_role(v_owner, 'member');
    -- A role that is not there, or can't read, is of no use.
    service_could := v_service is null
        or not has_table_privilege(v_service, 'interlock.audit', 'select')
        or has_table_privilege(v_service, 'interlock.audit', 'update, delete, truncate')
        or pg_has_role(v_service, v_owner, 'member');
    may_become := v_service is not null and pg_has_role(v_service, 'member');
    return next;
end
$$;
