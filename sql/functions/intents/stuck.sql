-- Gives the instant from which an open intent counts as stuck, by the app's setting (app.stuck):
--   reserved    no renewal gives it a whole lease any more, or the app's own limit since it was made
--   confirming  so long since the last report
--   pending     so long since it was made
--   gone        reserved or confirming, and its device not heard of for so long; or its device was forgotten
-- Reads nothing; one expression, no more stable than its operators, so that it is inlined.
create or replace function interlock.intents_stuck(
    p_status text, p_created_at timestamptz, p_renewable_until timestamptz,
    p_reported_at timestamptz, p_heard_at timestamptz, p_gone_at timestamptz, p_stuck jsonb,
    p_lease interval)
returns timestamptz
language sql stable
as $$
    select least(
        p_gone_at,
        case p_status
            when 'pending' then p_created_at + interlock.scopes_seconds(p_stuck, 'pending')
            when 'confirming' then p_reported_at + interlock.scopes_seconds(p_stuck, 'confirming')
            -- Where one lease is all there is, it is past its renewals when it expires.
            else least(
                case when p_renewable_until - p_lease > p_created_at
                    then p_renewable_until - p_lease else p_renewable_until end,
                p_created_at + interlock.scopes_seconds(p_stuck, 'reserved')) end,
        case when p_status <> 'pending'
            then p_heard_at + interlock.scopes_seconds(p_stuck, 'gone') end)
$$;
