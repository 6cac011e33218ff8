-- Ends a check: it comes again after p_again_seconds, or by itself no more when that is below zero. An
-- earlier date that was asked for meanwhile stays. p_place is where asking goes on the next time.
-- p_succeeded false keeps counting its tries; what rests with tries is asked again when the app's access
-- changes. p_health: what store_health_note takes; a JSON null when it says nothing of the store. Locks the
-- check's row, then the health's. Repeating it is harmless.
create or replace function interlock.checks_finish(
    p_app_id text, p_environment text, p_kind text, p_subject text, p_succeeded boolean,
    p_again_seconds double precision, p_place jsonb, p_health jsonb)
returns void
language plpgsql strict
as $$
begin
    update interlock.store_check c
    set due_at = least(
            case when p_again_seconds < 0 then 'infinity'
                else clock_timestamp() + make_interval(secs => p_again_seconds) end,
            case when c.due_at < c.taken_until then c.due_at end),
        taken_until = null, tries = case when p_succeeded then 0 else c.tries end, place = p_place
    where c.app_id = p_app_id and c.environment = p_environment and c.kind = p_kind
        and c.subject = p_subject;
    if p_health <> 'null' then
        perform interlock.store_health_note(p_app_id, p_environment, p_health);
    end if;
end
$$;
