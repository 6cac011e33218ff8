-- Gives what the audit keeps of an app, before and after an act; keys are told of, never shown. A plain read.
create or replace function interlock.apps_audited(p_app_id text)
returns jsonb
language plpgsql stable strict
as $$
begin
    return (
        select jsonb_strip_nulls(jsonb_build_object(
            'apple_id', a.apple_id, 'environments', a.environments, 'stuck', a.stuck,
            'bundle_ids', array(select b.bundle_id from interlock.app_bundle b
                where b.app_id = a.app_id order by b.bundle_id),
            'roots', array(select encode(r.fingerprint, 'hex') from interlock.app_root r
                where r.app_id = a.app_id order by r.fingerprint),
            -- Public keys, but long: which they are is told by a hash.
            'token_keys_hash', encode(sha256(convert_to(a.token_keys::text, 'UTF8')), 'hex')))
        from interlock.app a where a.app_id = p_app_id);
end
$$;
