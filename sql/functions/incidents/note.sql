-- Notes what a person should see, or that it is no more. The same happening is one incident: once it is
-- resolved, more of the same does not open it again. Repeating it is harmless.
-- p_incidents: [{kind, subject, account_key?, detail, environment?}], or with resolution instead of detail;
-- the environment is p_environment unless one names its own
-- Locks: the incidents' rows, in the order of kind and subject. Gives how many are new.
create or replace function interlock.incidents_note(
    p_app_id text, p_environment text, p_incidents jsonb)
returns integer
language plpgsql strict
as $$
declare
    v_at timestamptz := clock_timestamp();
    v_count integer;
begin
    insert into interlock.incident as n (
        app_id, incident_id, environment, kind, subject, account_key, detail, opened_at, seen_at)
    -- Two periods of one line that meet a third are one happening.
    select distinct on (i ->> 'kind', i ->> 'subject', i ->> 'environment') p_app_id,
        gen_random_uuid(), coalesce(i ->> 'environment', p_environment), i ->> 'kind',
        i ->> 'subject', (i ->> 'account_key')::uuid, i -> 'detail', v_at, v_at
    from jsonb_array_elements(p_incidents) with ordinality e (i, place)
    where i ? 'detail'
    order by i ->> 'kind', i ->> 'subject', i ->> 'environment', place
    on conflict (app_id, environment, kind, subject) do update
    set seen_at = excluded.seen_at, times = n.times + 1;
    get diagnostics v_count = row_count;
    update interlock.incident n
    set resolved_at = v_at, resolved_by = '{"kind": "transaction"}',
        resolution = i ->> 'resolution',
        account_key = coalesce(n.account_key, (i ->> 'account_key')::uuid)
    from jsonb_array_elements(p_incidents) i
    where n.app_id = p_app_id and n.environment = p_environment and n.kind = i ->> 'kind'
        and n.subject = i ->> 'subject' and i ? 'resolution' and n.resolved_at is null;
    return v_count;
end
$$;
