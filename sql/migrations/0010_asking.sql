-- What puts an account on the list of what to ask the store: requests that the store may still act on,
-- and those whose deadline has just passed, which are closed within a second.
drop index interlock.intent_awaited;
create index intent_awaited on interlock.intent (expires_at)
    where reported_at is not null and status in ('pending', 'confirming', 'expired');

-- Until then a worker has it, unless it says before that it is done. A date of its own, so that a check can
-- be asked for again while it is being made.
alter table interlock.store_check add column taken_until timestamptz;

-- One more thing to say to the store: the token of a purchase that came without one.
alter table interlock.store_check drop constraint store_check_kind_check;
alter table interlock.store_check add constraint store_check_kind_check
    check (kind in ('account', 'subscription', 'notifications', 'token'));
