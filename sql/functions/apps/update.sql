-- Changes what p_app names of an app: {apple_id?, add_bundle_ids?, environments?, token_keys?, stuck?:
-- {reserved?, confirming?, pending?, gone?} in seconds}; roots are added. What is stuck counts for intents
-- that are open already once intents_review has gone over them. Audited with what was and what is, where
-- that differs.
-- Locks: the app's row, then its row in stuck_review, then its audit head. Outcomes: updated, not_found,
-- bundle_in_use.
create or replace function interlock.apps_update(
    p_app_id text, p_app jsonb, p_roots bytea[], p_actor jsonb)
returns text
language plpgsql strict
as $$
declare
    v_before jsonb;
    v_after jsonb;
begin
    perform from interlock.app a where a.app_id = p_app_id for update;
    if not found then
        return 'not_found';
    end if;
    if exists (
        select from interlock.app_bundle b
        where b.app_id <> p_app_id
            and b.bundle_id in (select jsonb_array_elements_text(p_app -> 'add_bundle_ids')))
    then
        return 'bundle_in_use';
    end if;
    v_before := interlock.apps_audited(p_app_id);
    insert into interlock.app_bundle (bundle_id, app_id)
    select jsonb_array_elements_text(p_app -> 'add_bundle_ids'), p_app_id
    on conflict do nothing;
    insert into interlock.app_root (app_id, fingerprint, certificate)
    select p_app_id, sha256(r), r from unnest(p_roots) r on conflict do nothing;
    update interlock.app a
    set apple_id = coalesce((p_app ->> 'apple_id')::bigint, a.apple_id),
        environments = case when p_app ? 'environments'
            then array(select jsonb_array_elements_text(p_app -> 'environments'))
            else a.environments end,
        token_keys = coalesce(p_app -> 'token_keys', a.token_keys),
        stuck = a.stuck || coalesce(p_app -> 'stuck', '{}'),
        revision = a.revision + 1
    where a.app_id = p_app_id;
    if p_app ? 'stuck' then
        insert into interlock.stuck_review (app_id, changed_at, begun_at)
        values (p_app_id, clock_timestamp(), clock_timestamp())
        on conflict (app_id) do update
        set changed_at = excluded.changed_at, begun_at = excluded.begun_at,
            after_at = excluded.after_at, after_id = excluded.after_id;
    end if;
    v_after := interlock.apps_audited(p_app_id);
    if v_after <> v_before then
        perform interlock.audit_append(
            p_app_id, p_actor, 'app.update', '{}', '', v_before, v_after);
    end if;
    return 'updated';
end
$$;
