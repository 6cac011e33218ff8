-- Says whether an open intent is stuck at p_at: reserved past its renewals, confirming over ten minutes,
-- pending over a day. Reads nothing; stable, like its operators, so that it is inlined.
create or replace function interlock.intents_stuck(
    p_status text, p_renewable_until timestamptz, p_updated_at timestamptz,
    p_created_at timestamptz, p_at timestamptz)
returns boolean
language sql stable
as $$
    select case p_status
        when 'reserved' then p_renewable_until < p_at
        when 'confirming' then p_updated_at < p_at - interval '10 minutes'
        else p_created_at < p_at - interval '24 hours' end
$$;
