-- Lists the apps with all that verifying for them needs. A plain read.
create or replace function interlock.apps_list()
returns table (
    app_id text, apple_id bigint, environments text[], bundle_ids text[], roots bytea[],
    token_keys jsonb, token_signer_id text, token_signer bytea, revision bigint,
    catalog_revision bigint, created_at timestamptz, stuck jsonb)
language sql stable
as $$
    select a.app_id, a.apple_id, a.environments,
        array(select b.bundle_id from interlock.app_bundle b
            where b.app_id = a.app_id order by b.bundle_id),
        array(select r.certificate from interlock.app_root r
            where r.app_id = a.app_id order by r.fingerprint),
        a.token_keys, a.token_signer_id, a.token_signer, a.revision, c.revision, a.created_at,
        a.stuck
    from interlock.app a join interlock.catalog c on c.app_id = a.app_id
    order by a.app_id
$$;
