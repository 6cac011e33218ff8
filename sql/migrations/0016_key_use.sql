-- A key says what it is for, and so does the audit of what it did; and it tells whether anybody uses it.
update interlock.access_key set label = key_id::text where label = '';
alter table interlock.access_key
    alter column label drop default,
    add check (label <> ''),
    -- By the hour.
    add used_at timestamptz;
