-- Gives the database's epoch: it differs after a restore or a copy, also one by files, since those start
-- a new timeline or another system.
create or replace function interlock.installation_epoch()
returns text
language sql stable
as $$
    select substr(encode(sha256(convert_to(
        i.epoch::text || (select system_identifier from pg_control_system())
            || (select timeline_id from pg_control_checkpoint()), 'UTF8')), 'hex'), 1, 12)
    from interlock.installation i
$$;
