-- Gives an app's open intents of one environment and status in the order in which they become stuck: one lane
-- of the index intent_open, as far as the caller takes rows, p_looks at most; none unless p_is_wanted.
-- A plain read; not STRICT, so that it is put into its caller's statement (open.sql).
create or replace function interlock.intents_lane(
    p_app_id text, p_environment text, p_status text, p_is_wanted boolean, p_after_at timestamptz,
    p_after_id uuid, p_stuck_until timestamptz, p_last_id uuid, p_until_at timestamptz,
    p_until_id uuid, p_looks integer)
returns setof interlock.intent
language sql stable
as $$
    select i.* from interlock.intent i
    where i.app_id = p_app_id and i.open and i.environment = p_environment and i.status = p_status
        and p_is_wanted
        and (i.stuck_at, i.intent_id) > (p_after_at, p_after_id)
        and (i.stuck_at, i.intent_id) <= (p_until_at, p_until_id)
        and i.stuck_at <= p_stuck_until and i.intent_id <= p_last_id
    order by i.stuck_at, i.intent_id limit p_looks
$$;
