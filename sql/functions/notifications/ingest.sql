-- Records a store notification once, with what it carries and does. A concurrent twin waits for the first
-- one's commit.
-- Locks: the notification's row, then as transactions_ingest; a withdrawn consent's scopes, ascending.
-- p_notification: {type, subtype?, signed_at, payload, withdraws?: the appTransactionId whose consent a
--   guardian has withdrawn}; p_fact: the arguments of transactions_ingest {line, transaction, renewal,
--   bringer}, or {} when it carries none
-- is_new: false when it was there already: its work is done. The rest as transactions_ingest gives it;
-- scopes: those whose devices may see a difference.
create or replace function interlock.notifications_ingest(
    p_notification_uuid uuid, p_app_id text, p_environment text, p_notification jsonb,
    p_fact jsonb)
returns table (is_new boolean, is_unclaimed boolean, scopes uuid[])
language plpgsql strict
as $$
declare
    v_ingested record;
begin
    insert into interlock.store_notification (
        notification_uuid, app_id, environment, type, subtype, signed_at, received_at, payload)
    values (
        p_notification_uuid, p_app_id, p_environment, p_notification ->> 'type',
        p_notification ->> 'subtype', (p_notification ->> 'signed_at')::timestamptz,
        clock_timestamp(), p_notification -> 'payload')
    on conflict do nothing;
    is_new := found;
    is_unclaimed := false;
    scopes := '{}';
    if is_new and p_notification ? 'withdraws' then
        scopes := interlock.store_accounts_withdraw(
            p_app_id, p_environment, p_notification ->> 'withdraws');
    end if;
    if is_new and p_fact <> '{}' then
        select * into v_ingested from interlock.transactions_ingest(
            p_fact ->> 'line', p_app_id, p_environment, p_fact -> 'transaction',
            p_fact -> 'renewal', p_fact -> 'bringer');
        is_unclaimed := v_ingested.is_unclaimed;
        scopes := array_remove(scopes || v_ingested.scope_id, null);
    end if;
    return next;
end
$$;
