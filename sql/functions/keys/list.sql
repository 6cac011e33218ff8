-- Lists an app's keys, the newest first; never their hashes. A plain read.
create or replace function interlock.keys_list(p_app_id text)
returns table (
    key_id uuid, role text, label text, created_at timestamptz, used_at timestamptz,
    revoked_at timestamptz)
language sql stable strict
as $$
    select k.key_id, k.role, k.label, k.created_at, k.used_at, k.revoked_at
    from interlock.access_key k
    where k.app_id = p_app_id order by k.created_at desc, k.key_id
$$;
