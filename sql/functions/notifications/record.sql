-- Records a store notification once. True when it is new, false when it was there: its work is done.
-- A concurrent twin waits for the first one's commit.
create or replace function interlock.notifications_record(
    p_notification_uuid uuid, p_app_id text, p_environment text, p_type text, p_subtype text,
    p_signed_at timestamptz, p_payload jsonb)
returns boolean
language plpgsql strict
as $$
begin
    insert into interlock.store_notification (
        notification_uuid, app_id, environment, type, subtype, signed_at, received_at, payload)
    values (
        p_notification_uuid, p_app_id, p_environment, p_type, nullif(p_subtype, ''), p_signed_at,
        clock_timestamp(), p_payload)
    on conflict do nothing;
    return found;
end
$$;
