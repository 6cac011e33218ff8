-- Gives how many devices wait, on all nodes that were heard of within half a minute. A plain read of one
-- row a node.
create or replace function interlock.samples_waiting(p_app_id text, p_at timestamptz)
returns bigint
language sql stable
as $$
    select coalesce(sum(w.waiting), 0)::bigint from interlock.node_waiting w
    where w.app_id = p_app_id and w.heard_at > p_at - interval '30 seconds'
$$;
