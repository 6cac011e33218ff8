-- Reads an app's catalog: the document as it was applied, and its compiled plans. A plain read.
create or replace function interlock.catalogs_read(p_app_id text)
returns table (revision bigint, document jsonb, deadlines jsonb, plans jsonb)
language sql stable strict
as $$
    select c.revision, c.document, c.deadlines,
        (select coalesce(jsonb_agg(p.plan order by p.product_id), '[]')
            from interlock.product p where p.app_id = c.app_id)
    from interlock.catalog c where c.app_id = p_app_id
$$;
