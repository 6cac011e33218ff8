-- Resolves an incident for a person. Locks its row. Repeating it changes nothing.
-- Outcomes: not_found, resolved (now, or already: then by whom and why stay as they were).
create or replace function interlock.incidents_resolve(
    p_app_id text, p_incident_id uuid, p_actor jsonb, p_reason text)
returns table (outcome text, changed boolean)
language plpgsql strict
set lock_timeout = '2s'
as $$
declare
    v_resolved_at timestamptz;
begin
    select n.resolved_at into v_resolved_at from interlock.incident n
    where n.app_id = p_app_id and n.incident_id = p_incident_id for update;
    if not found then
        outcome := 'not_found';
        changed := false;
    else
        outcome := 'resolved';
        changed := v_resolved_at is null;
        update interlock.incident n
        set resolved_at = clock_timestamp(), resolved_by = p_actor, resolution = p_reason
        where n.app_id = p_app_id and n.incident_id = p_incident_id and n.resolved_at is null;
    end if;
    return next;
end
$$;
