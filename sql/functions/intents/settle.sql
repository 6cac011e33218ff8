-- Completes the intent that a transaction or renewal info settles, where it is not completed yet. Gives the
-- intent (null for none), whether it was completed just now, and an array for incidents_note.
-- The caller holds the scope's row lock, and bumps the version when it was.
create or replace function interlock.intents_settle(
    p_scope_id uuid, p_account_key uuid, p_environment text, p_facts jsonb, p_at timestamptz)
returns table (intent interlock.intent, is_new boolean, incidents jsonb)
language plpgsql strict
as $$
begin
    intent := interlock.intents_settled_by(
        p_scope_id, p_account_key, p_environment, p_facts, p_at);
    is_new := intent.intent_id is not null and intent.status <> 'completed';
    incidents := '[]';
    if is_new then
        intent := interlock.intents_complete(intent, p_facts, p_at);
        if intent.settled_late then
            incidents := interlock.incidents_late(intent, p_facts);
        end if;
    end if;
    return next;
end
$$;
