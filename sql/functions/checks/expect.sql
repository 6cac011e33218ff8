-- Asks for a check within p_within_seconds (below zero: ahead of what has waited as long): an earlier date
-- stays. Not more often than every p_at_most_every seconds, when it has been asked before; one that is
-- being made now is made once more after it. Locks its row. Repeating it is harmless.
-- Gives true when the check will be made; false when the app has no access to the store's server, or it
-- was asked a moment ago.
create or replace function interlock.checks_expect(
    p_app_id text, p_environment text, p_kind text, p_subject text,
    p_within_seconds double precision, p_at_most_every double precision)
returns boolean
language plpgsql strict
as $$
declare
    v_at timestamptz := clock_timestamp();
begin
    insert into interlock.store_check as c (app_id, environment, kind, subject, due_at)
    select p_app_id, p_environment, p_kind, p_subject, v_at + make_interval(secs => p_within_seconds)
    from interlock.store_access a where a.app_id = p_app_id
    on conflict (app_id, environment, kind, subject) do update
    set due_at = least(c.due_at, excluded.due_at), tries = 0
    where c.asked_at is null
        or c.asked_at <= v_at - make_interval(secs => p_at_most_every);
    return found;
end
$$;
