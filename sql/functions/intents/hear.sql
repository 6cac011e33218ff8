-- Notes that a device was heard of that holds reserved or confirming intents, which puts off when they
-- count as stuck. Nothing that a device sees: the version stays. Called once a minute at most.
-- Locks: the scope row, then the intents.
create or replace function interlock.intents_hear(
    p_scope_id uuid, p_account_key uuid, p_device_id text)
returns void
language plpgsql strict
set lock_timeout = '2s'
as $$
declare
    v_at timestamptz;
    v_deadlines jsonb;
begin
    perform from interlock.scope s where s.scope_id = p_scope_id for no key update;
    v_at := clock_timestamp();
    v_deadlines := interlock.scopes_deadlines(p_scope_id);
    update interlock.intent i
    set heard_at = v_at,
        stuck_at = interlock.intents_stuck(
            i.status, i.created_at, i.renewable_until, i.reported_at, v_at, i.gone_at,
            v_deadlines -> 'stuck', interlock.scopes_seconds(v_deadlines, 'reserved'))
    where i.scope_id = p_scope_id and i.account_key = p_account_key
        and i.device_id = p_device_id and i.open and i.status <> 'pending';
end
$$;
