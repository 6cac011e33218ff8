-- Closes the intents of a scope whose deadline has passed at p_at, oldest first; gives their number.
-- The caller holds the scope's row lock and bumps the version when the number is not zero.
create or replace function interlock.scopes_expire(p_scope_id uuid, p_at timestamptz)
returns integer
language plpgsql strict
as $$
declare
    v_intent interlock.intent;
    v_deadlines jsonb;
    v_count integer := 0;
begin
    for v_intent in
        select * from interlock.intent i
        where i.scope_id = p_scope_id and i.open and i.expires_at <= p_at
        order by i.created_at, i.intent_id
    loop
        v_deadlines := coalesce(v_deadlines, interlock.scopes_deadlines(p_scope_id));
        perform interlock.intents_close(
            v_intent, 'expired', p_at, v_intent.expires_at,
            nullif(
                greatest(p_at, v_intent.expires_at + interlock.scopes_seconds(
                    v_deadlines,
                    case when v_intent.reported_at is null then 'unreported_risk'
                        else 'unresolved_risk' end)),
                p_at),
            '{}', '{"kind": "clock"}', 'deadline passed');
        v_count := v_count + 1;
    end loop;
    return v_count;
end
$$;
