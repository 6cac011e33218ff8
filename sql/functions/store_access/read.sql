-- Gives how the service asks the store about an app. A plain read; no row when it can't ask.
create or replace function interlock.store_access_read(p_app_id text)
returns table (issuer_id text, key_id text, private_key bytea, addresses jsonb)
language sql stable strict
as $$
    select s.issuer_id, s.key_id, s.private_key, s.addresses
    from interlock.store_access s where s.app_id = p_app_id
$$;
