-- Gives each app's revisions of settings and catalog: what nodes compare their caches with.
create or replace function interlock.apps_revisions()
returns table (app_id text, revision bigint, catalog_revision bigint)
language sql stable
as $$
    select a.app_id, a.revision, c.revision
    from interlock.app a join interlock.catalog c on c.app_id = a.app_id
$$;
