-- What stuck means is the app's own, in whole seconds: how long an intent may be reserved (unless said,
-- until no renewal gives it a whole lease any more), confirming, pending, and how long the device that
-- holds a reserved or confirming one may not be heard of.
alter table interlock.app add column stuck jsonb not null
    default '{"confirming": 600, "pending": 86400, "gone": 300}'
    check (
        coalesce((stuck ->> 'confirming')::bigint, 0) > 0
        and coalesce((stuck ->> 'pending')::bigint, 0) > 0
        and coalesce((stuck ->> 'gone')::bigint, 0) > 0
        and coalesce((stuck ->> 'reserved')::bigint, 1) > 0);

-- When an open intent becomes stuck is known beforehand and kept, so that the list of those that are, and
-- of those that will be, is one ordered scan at any time.
alter table interlock.intent
    add column stuck_at timestamptz not null default 'infinity',
    -- When the device that holds it was last heard of, while it is reserved or confirming.
    add column heard_at timestamptz not null default 'infinity',
    -- When its device was forgotten, until the account acts on it again.
    add column gone_at timestamptz;
update interlock.intent i
set heard_at = i.updated_at,
    stuck_at = case i.status
        when 'pending' then i.created_at + interval '24 hours'
        when 'confirming' then i.updated_at + interval '5 minutes'
        else i.renewable_until end
where i.open;
drop index interlock.intent_open_by_app;
-- One lane for each environment and status; a list of several merges theirs.
create index intent_open on interlock.intent (app_id, environment, status, stuck_at, intent_id)
    where open;
-- A product's, which may be rare among many; measured, it costs a reserve about a hundredth.
create index intent_open_product on interlock.intent (app_id, product_id, stuck_at, intent_id)
    where open;

-- An account's newest purchase lines, however many it has.
drop index interlock.purchase_line_account;
create index purchase_line_account
    on interlock.purchase_line (account_key, environment, claimed_at);

-- Apps whose open intents a changed setting has not reached yet, and how far it has come.
create table interlock.stuck_review (
    app_id text primary key references interlock.app,
    changed_at timestamptz not null,
    begun_at timestamptz not null,
    after_at timestamptz not null default '-infinity',
    after_id uuid not null default '00000000-0000-0000-0000-000000000000'
);

-- How many are open in an app: one row for each five minutes, of which the newest is counted anew every
-- few seconds.
create table interlock.app_sample (
    app_id text not null references interlock.app,
    bucket_at timestamptz not null,
    counted_at timestamptz not null,
    reserved bigint not null,
    pending bigint not null,
    confirming bigint not null,
    stuck bigint not null,
    incidents bigint not null,
    waiting bigint not null,
    primary key (app_id, bucket_at)
) with (fillfactor = 70);

-- When an app is counted next; whoever locks the row counts.
create table interlock.sample_due (
    app_id text primary key references interlock.app,
    due_at timestamptz not null
) with (fillfactor = 70);
insert into interlock.sample_due select app_id, now() from interlock.app;

-- How many devices wait on each node, by app: only the node itself knows.
create table interlock.node_waiting (
    app_id text not null references interlock.app,
    node_id uuid not null,
    waiting bigint not null,
    heard_at timestamptz not null,
    primary key (app_id, node_id)
) with (fillfactor = 70);
