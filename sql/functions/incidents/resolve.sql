-- Resolves an incident for a person, audited with what was and what is. Locks its row, then the app's audit
-- head. Repeating it changes nothing.
-- Outcomes: not_found, resolved (now), already_resolved; by whom, when and why are as they now stand.
create or replace function interlock.incidents_resolve(
    p_app_id text, p_incident_id uuid, p_actor jsonb, p_reason text)
returns table (
    outcome text, resolved_at timestamptz, resolved_by jsonb, resolution text)
language plpgsql strict
set lock_timeout = '2s'
as $$
declare
    v_incident interlock.incident;
begin
    select * into v_incident from interlock.incident n
    where n.app_id = p_app_id and n.incident_id = p_incident_id for update;
    if not found then
        outcome := 'not_found';
    elsif v_incident.resolved_at is not null then
        outcome := 'already_resolved';
    else
        outcome := 'resolved';
        update interlock.incident n
        set resolved_at = clock_timestamp(), resolved_by = p_actor, resolution = p_reason
        where n.app_id = p_app_id and n.incident_id = p_incident_id
        returning n.* into v_incident;
        perform interlock.audit_append(
            p_app_id, p_actor, 'incident.resolve',
            jsonb_strip_nulls(jsonb_build_object(
                'incident_id', p_incident_id, 'kind', v_incident.kind,
                'environment', v_incident.environment, 'account_key', v_incident.account_key)),
            p_reason, '{"status": "open"}',
            jsonb_build_object('status', 'resolved', 'resolution', p_reason));
    end if;
    resolved_at := v_incident.resolved_at;
    resolved_by := v_incident.resolved_by;
    resolution := v_incident.resolution;
    return next;
end
$$;
