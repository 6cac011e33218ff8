-- Notes how many devices wait on a node, by app: {app id: number}; an app that it doesn't name has none.
-- Sent every few seconds, so that it also says that the node lives; rows of nodes that were not heard of
-- for a minute go. Makes sure that every app is counted. Locks: the rows that it writes.
create or replace function interlock.samples_note(p_node_id uuid, p_waiting jsonb)
returns void
language plpgsql strict
as $$
declare
    v_at timestamptz := clock_timestamp();
begin
    insert into interlock.node_waiting as w (app_id, node_id, waiting, heard_at)
    select a.app_id, p_node_id, coalesce((p_waiting ->> a.app_id)::bigint, 0), v_at
    from interlock.app a
    where p_waiting ? a.app_id
        or exists (
            select from interlock.node_waiting o
            where o.app_id = a.app_id and o.node_id = p_node_id)
    order by a.app_id
    on conflict (app_id, node_id) do update
    set waiting = excluded.waiting, heard_at = excluded.heard_at;
    delete from interlock.node_waiting w where (w.app_id, w.node_id) in (
        select o.app_id, o.node_id from interlock.node_waiting o
        where o.heard_at < v_at - interval '1 minute'
        order by o.app_id, o.node_id for update skip locked);
    insert into interlock.sample_due (app_id, due_at)
    select a.app_id, v_at from interlock.app a
    where not exists (select from interlock.sample_due d where d.app_id = a.app_id)
    on conflict do nothing;
end
$$;
