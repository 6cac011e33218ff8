-- Gives the deadlines of a scope's app, in seconds by name, from its catalog; under `stuck` what the app
-- says of that, in the same way. A plain read.
create or replace function interlock.scopes_deadlines(p_scope_id uuid)
returns jsonb
language plpgsql stable strict
as $$
begin
    return (
        select c.deadlines || jsonb_build_object('stuck', a.stuck)
        from interlock.scope s
        join interlock.catalog c on c.app_id = s.app_id
        join interlock.app a on a.app_id = s.app_id
        where s.scope_id = p_scope_id);
end
$$;
