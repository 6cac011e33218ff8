-- Lists the apps whose open intents a changed setting of what is stuck is to reach now. A plain read.
create or replace function interlock.intents_reviews()
returns table (app_id text)
language sql stable
as $$
    select r.app_id from interlock.stuck_review r where r.begun_at <= clock_timestamp()
$$;
