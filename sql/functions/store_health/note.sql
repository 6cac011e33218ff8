-- Notes how a check of an app went, while the app has access to the store's server.
-- p_health: {} when the store was asked; {failure, detail, rest_seconds?} when it could not be
-- A success is written every ten seconds at most, or when it ends a failure. Locks the health's row.
create or replace function interlock.store_health_note(
    p_app_id text, p_environment text, p_health jsonb)
returns void
language plpgsql strict
as $$
declare
    v_at timestamptz := clock_timestamp();
    v_failed boolean := p_health ? 'failure';
begin
    -- Most come soon after another success: those lock nothing.
    if not v_failed and exists (
        select from interlock.store_health h
        where h.app_id = p_app_id and h.environment = p_environment
            and h.succeeded_at > v_at - interval '10 seconds'
            and coalesce(h.failed_at < h.succeeded_at, true))
    then
        return;
    end if;
    insert into interlock.store_health as h (
        app_id, environment, succeeded_at, failed_at, failure, detail, rests_until)
    select p_app_id, p_environment, case when not v_failed then v_at end,
        case when v_failed then v_at end, p_health ->> 'failure', p_health ->> 'detail',
        v_at + make_interval(secs => (p_health ->> 'rest_seconds')::double precision)
    from interlock.store_access a where a.app_id = p_app_id
    on conflict (app_id, environment) do update
    set succeeded_at = coalesce(excluded.succeeded_at, h.succeeded_at),
        failed_at = coalesce(excluded.failed_at, h.failed_at),
        failure = coalesce(excluded.failure, h.failure),
        detail = coalesce(excluded.detail, h.detail),
        rests_until = case when v_failed then coalesce(excluded.rests_until, h.rests_until) end;
end
$$;
