-- Under the app: the audit as a chain. Each row has its place (1, 2, 3 … without gaps), the hash of the row
-- before it and its own; functions/audit/digest.sql says over what. The head knows the last place and hash;
-- its row lock is what appending waits for.
create table interlock.audit_head (
    app_id text primary key references interlock.app,
    place bigint not null check (place >= 0),
    -- Times grow with the places, also when the clock is set back.
    at timestamptz not null,
    hash bytea not null check (octet_length(hash) = 32)
);

-- Which account a subject of the audit is. Forgetting an account removes its row here and nothing there.
create table interlock.audit_subject (
    app_id text not null references interlock.app,
    account_key uuid not null,
    subject_id uuid not null,
    primary key (app_id, account_key),
    unique (app_id, subject_id)
);

-- Finds the rows about a subject; what it says stands in those rows too.
create table interlock.audit_about (
    app_id text not null references interlock.app,
    subject_id uuid not null,
    place bigint not null,
    primary key (app_id, subject_id, place)
);

alter table interlock.audit add column place bigint, add column before jsonb not null default '{}',
    add column previous_hash bytea check (octet_length(previous_hash) = 32),
    add column hash bytea check (octet_length(hash) = 32);
alter table interlock.audit rename column detail to after;

-- Rows of former programs name accounts by their keys. Who is gone gets a subject that leads nowhere.
create temporary table subject_of on commit drop as
select app_id, account_key, gen_random_uuid() as subject_id
from (
    select u.app_id, e.value::uuid as account_key
    from interlock.audit u, jsonb_each_text(u.subject || u.after) e
    where e.key in ('account_key', 'to_key', 'from_key', 'into_key')
    group by 1, 2) named;

insert into interlock.audit_subject (app_id, account_key, subject_id)
select s.app_id, s.account_key, s.subject_id from subject_of s
where exists (select from interlock.account a where a.account_key = s.account_key);

-- The same as what functions/audit/append.sql writes from now on: members that were a key's bear its subject.
do $$
declare
    v_row interlock.audit;
    v_place bigint;
    v_app text := '';
    v_hash bytea;
    v_account uuid;
    v_from uuid;
    v_to uuid;
    v_into uuid;
begin
    for v_row in select * from interlock.audit u order by u.app_id, u.at, u.audit_id loop
        if v_row.app_id <> v_app then
            v_app := v_row.app_id;
            v_place := 0;
            v_hash := decode(repeat('00', 32), 'hex');
        end if;
        select max(s.subject_id::text) filter (where s.account_key = (v_row.subject ->> 'account_key')::uuid),
            max(s.subject_id::text) filter (where s.account_key = (v_row.after ->> 'from_key')::uuid),
            max(s.subject_id::text) filter (where s.account_key = (v_row.after ->> 'to_key')::uuid),
            max(s.subject_id::text) filter (where s.account_key = (v_row.after ->> 'into_key')::uuid)
        into v_account, v_from, v_to, v_into
        from subject_of s where s.app_id = v_app;
        v_place := v_place + 1;
        v_row.place := v_place;
        v_row.previous_hash := v_hash;
        if v_account is not null then
            v_row.subject := v_row.subject - 'account_key'
                || jsonb_build_object('account_subject', v_account);
        end if;
        if v_to is not null then
            v_row.before := jsonb_build_object('owner_subject', v_from);
            v_row.after := v_row.after - 'to_key' - 'from_key'
                || jsonb_build_object('owner_subject', v_to);
        end if;
        if v_into is not null then
            v_row.after := v_row.after - 'into_key' || jsonb_build_object('into_subject', v_into);
        end if;
        select sha256(convert_to(string_agg(
            octet_length(convert_to(f.field, 'UTF8')) || ':' || f.field || ',', '' order by f.nr), 'UTF8'))
        into v_hash
        from unnest(array[
            'interlock audit 1', v_row.app_id, v_row.place::text, encode(v_row.previous_hash, 'hex'),
            (extract(epoch from v_row.at) * 1000000)::bigint::text, v_row.actor::text, v_row.act,
            v_row.subject::text, v_row.reason, v_row.before::text, v_row.after::text])
            with ordinality f (field, nr);
        update interlock.audit u
        set place = v_row.place, previous_hash = v_row.previous_hash, hash = v_hash,
            subject = v_row.subject, before = v_row.before, after = v_row.after
        where u.audit_id = v_row.audit_id;
        insert into interlock.audit_about (app_id, subject_id, place)
        select distinct v_app, s.id, v_place from unnest(array[v_account, v_from, v_to, v_into]) s (id)
        where s.id is not null;
        insert into interlock.audit_head (app_id, place, at, hash)
        values (v_app, v_place, v_row.at, v_hash)
        on conflict (app_id) do update
        set place = excluded.place, at = excluded.at, hash = excluded.hash;
    end loop;
end $$;

-- An app without a head has lost it: each has one from its first day.
insert into interlock.audit_head (app_id, place, at, hash)
select a.app_id, 0, a.created_at, decode(repeat('00', 32), 'hex') from interlock.app a
on conflict do nothing;

alter table interlock.audit alter column place set not null, alter column previous_hash set not null,
    alter column hash set not null, alter column before drop default, drop column audit_id,
    add primary key (app_id, place), add check (place > 0);
drop index interlock.audit_by_time;
create index audit_by_time on interlock.audit (app_id, at, place);
create index audit_by_act on interlock.audit (app_id, act, place);
