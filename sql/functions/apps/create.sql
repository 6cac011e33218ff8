-- Registers an app with its bundles, roots, keys and an empty catalog; audited. Locks the app's audit head.
-- p_app: {apple_id?, bundle_ids: [..], environments: [..], token_keys?, deadlines, stuck?}; of stuck, see
-- apps_update
-- Outcomes: created, exists (the id is taken), bundle_in_use (a bundle belongs to another app).
create or replace function interlock.apps_create(
    p_app_id text, p_app jsonb, p_roots bytea[], p_signer_id text, p_signer bytea, p_actor jsonb)
returns text
language plpgsql strict
as $$
begin
    insert into interlock.app (
        app_id, apple_id, environments, token_keys, token_signer, token_signer_id)
    values (
        p_app_id, (p_app ->> 'apple_id')::bigint,
        array(select jsonb_array_elements_text(p_app -> 'environments')),
        nullif(p_app -> 'token_keys', 'null'), p_signer, p_signer_id)
    on conflict do nothing;
    if not found then
        return 'exists';
    end if;
    if exists (
        select from interlock.app_bundle b
        where b.bundle_id in (select jsonb_array_elements_text(p_app -> 'bundle_ids')))
    then
        delete from interlock.app a where a.app_id = p_app_id;
        return 'bundle_in_use';
    end if;
    insert into interlock.app_bundle (bundle_id, app_id)
    select jsonb_array_elements_text(p_app -> 'bundle_ids'), p_app_id;
    insert into interlock.app_root (app_id, fingerprint, certificate)
    select p_app_id, sha256(r), r from unnest(p_roots) r on conflict do nothing;
    insert into interlock.catalog (app_id, deadlines) values (p_app_id, p_app -> 'deadlines');
    if p_app ? 'stuck' then
        update interlock.app a set stuck = a.stuck || (p_app -> 'stuck')
        where a.app_id = p_app_id;
    end if;
    perform interlock.audit_append(
        p_app_id, p_actor, 'app.create', '{}', '', '{}', interlock.apps_audited(p_app_id));
    return 'created';
end
$$;
