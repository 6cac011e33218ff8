-- Makes the monthly partitions of the intent history for this month and the next three, and forgets what is
-- past its time: ended accounts after a hundred days, longer than any token that is minted here lives. Harmless to repeat. Called by the migrator and once a day, never on the hot path.
-- Runs as its owner: the service's role makes no tables.
create or replace function interlock.installation_partitions()
returns void
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
    v_month timestamptz;
    v_name text;
begin
    for v_month in
        select generate_series(
            date_trunc('month', now(), 'UTC'), date_trunc('month', now(), 'UTC') + interval '3 months',
            interval '1 month')
    loop
        v_name := 'intent_event_' || to_char(v_month at time zone 'UTC', 'YYYYMM');
        if to_regclass('interlock.' || v_name) is null then
            execute format(
                'create table if not exists interlock.%I partition of interlock.intent_event '
                || 'for values from (%L) to (%L)',
                v_name, v_month, v_month + interval '1 month');
        end if;
    end loop;
    delete from interlock.account_end e where e.ended_at < now() - interval '100 days';
end
$$;
