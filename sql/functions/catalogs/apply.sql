-- Replaces an app's catalog and its compiled products. Granted claims stay. Audited with the revisions and how
-- they differ. Locks the catalog row, then the app's audit head.
-- p_expected is the revision that the caller saw, or -1 for whatever is there.
-- p_products: [{product_id, kind, subscription_group, duration, plan}]
-- Outcomes: applied, unchanged, not_found, stale (another revision is there).
create or replace function interlock.catalogs_apply(
    p_app_id text, p_expected bigint, p_document jsonb, p_deadlines jsonb, p_products jsonb,
    p_actor jsonb, p_reason text)
returns table (outcome text, revision bigint)
language plpgsql strict
as $$
declare
    v_document jsonb;
    v_changes record;
begin
    select c.revision, c.document into revision, v_document from interlock.catalog c
    where c.app_id = p_app_id for update;
    outcome := case
        when not found then 'not_found'
        when p_expected >= 0 and revision <> p_expected then 'stale'
        when v_document = p_document then 'unchanged'
        else 'applied' end;
    if outcome <> 'applied' then
        return next;
        return;
    end if;
    delete from interlock.product p where p.app_id = p_app_id;
    insert into interlock.product (app_id, product_id, kind, subscription_group, duration, plan)
    select p_app_id, n.product_id, n.kind, n.subscription_group, n.duration, n.plan
    from jsonb_to_recordset(p_products) n (
        product_id text, kind text, subscription_group text, duration interval, plan jsonb);
    update interlock.catalog c
    set revision = c.revision + 1, document = p_document, deadlines = p_deadlines,
        applied_at = clock_timestamp()
    where c.app_id = p_app_id returning c.revision into revision;
    insert into interlock.catalog_history (app_id, revision, document, actor, applied_at)
    values (p_app_id, catalogs_apply.revision, p_document, p_actor, clock_timestamp());
    select * into v_changes from interlock.catalogs_changes(v_document, p_document);
    perform interlock.audit_append(
        p_app_id, p_actor, 'catalog.apply', '{}', p_reason,
        v_changes.before || jsonb_build_object('revision', catalogs_apply.revision - 1),
        v_changes.after || jsonb_build_object('revision', catalogs_apply.revision)
            || interlock.catalogs_difference(v_document, p_document));
    return next;
end
$$;
