-- Until when the sets of a released intent stay closed to everybody: the store may still act on it. Such
-- an intent warns at least as long, so that whoever looks for what is alive finds it by the same index.
alter table interlock.intent
    add column delay_until timestamptz,
    add check (delay_until is null or (status = 'released' and delay_until <= risk_until));
