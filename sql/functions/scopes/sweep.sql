-- Makes visible what the clock did to a scope: closes what expired, gives the sets of a delay that has
-- passed to who waits, bumps the version when a device would see a difference, forgets intents that nothing
-- can ask for any more, sets the next date.
-- Locks: the scope row, then rows below it. Repeating it is harmless.
-- Outcomes: idle (nothing was due), swept (dates moved, no difference), changed (the version grew).
create or replace function interlock.scopes_sweep(p_scope_id uuid)
returns table (outcome text, version bigint, next_change_at timestamptz)
language plpgsql strict
set lock_timeout = '2s'
as $$
declare
    v_at timestamptz;
    v_due interlock.due;
    v_changed boolean;
    v_deadlines jsonb;
    v_keep interval;
    v_forget timestamptz;
begin
    select s.version into version from interlock.scope s
    where s.scope_id = p_scope_id for update;
    v_at := clock_timestamp();
    select * into v_due from interlock.due d where d.scope_id = p_scope_id;
    if v_due.due_at is null or v_due.due_at > v_at then
        outcome := 'idle';
        next_change_at := interlock.scopes_next_change(p_scope_id, v_at);
        return next;
        return;
    end if;

    v_changed := coalesce(
        interlock.scopes_next_change(p_scope_id, v_due.swept_at) <= v_at, false);
    v_changed := interlock.scopes_expire(p_scope_id, v_at) > 0 or v_changed;
    update interlock.intent i set delay_until = null
    where i.scope_id = p_scope_id and i.risk_until is not null and i.delay_until <= v_at;
    if found then
        perform interlock.intents_promote(p_scope_id, v_at);
    end if;
    update interlock.intent i set risk_until = null
    where i.scope_id = p_scope_id and not i.open and i.risk_until <= v_at;

    v_deadlines := interlock.scopes_deadlines(p_scope_id);
    v_keep := greatest(
        interlock.scopes_seconds(v_deadlines, 'late_settlement'),
        interlock.scopes_seconds(v_deadlines, 'unresolved_risk'), interval '30 days');
    delete from interlock.intent i
    where i.scope_id = p_scope_id and not i.open and i.closed_at <= v_at - v_keep
        and i.risk_until is null;
    select min(i.closed_at) + v_keep into v_forget
    from interlock.intent i where i.scope_id = p_scope_id and not i.open;

    next_change_at := interlock.scopes_next_change(p_scope_id, v_at);
    if next_change_at is null and v_forget is null then
        delete from interlock.due d where d.scope_id = p_scope_id;
    else
        update interlock.due d
        set due_at = greatest(
                least(next_change_at, v_forget), v_at + interval '1 millisecond'),
            swept_at = v_at
        where d.scope_id = p_scope_id;
    end if;
    outcome := 'swept';
    if v_changed then
        update interlock.scope s set version = s.version + 1
        where s.scope_id = p_scope_id returning s.version into version;
        outcome := 'changed';
    end if;
    return next;
end
$$;
