-- Whether an incident is one that a filter asks for (incidents/list.sql). Reads nothing; one expression, so that
-- it is put into its caller's statement.
create or replace function interlock.incidents_like(p_incident interlock.incident, p_filter jsonb)
returns boolean
language sql stable
as $$
    select case p_filter ->> 'status'
            when 'open' then p_incident.resolved_at is null
            when 'resolved' then p_incident.resolved_at is not null
            else true end
        and p_incident.kind = coalesce(p_filter ->> 'kind', p_incident.kind)
        and p_incident.environment = coalesce(p_filter ->> 'environment', p_incident.environment)
        and (not p_filter ? 'account_key'
            or p_incident.account_key = (p_filter ->> 'account_key')::uuid
            -- The other side of it.
            or (p_filter ->> 'account_key')::uuid in (
                (p_incident.detail ->> 'owner_key')::uuid,
                (p_incident.detail ->> 'token_key')::uuid))
$$;
