-- Tells what two catalog documents say of the products that both have, for the audit: of the first twenty
-- that changed, by their ids, the members that differ; and the deadlines where they do. Reads nothing.
create or replace function interlock.catalogs_changes(p_from jsonb, p_to jsonb)
returns table (before jsonb, after jsonb)
language plpgsql immutable strict
as $$
begin
    select jsonb_object_agg(d.id, d.was), jsonb_object_agg(d.id, d.is_now) into before, after
    from (
        select f.p ->> 'product_id' as id,
            coalesce((select jsonb_object_agg(m.name, f.p -> m.name)
                from jsonb_object_keys(f.p) m (name)
                where f.p -> m.name is distinct from t.p -> m.name), '{}') as was,
            coalesce((select jsonb_object_agg(m.name, t.p -> m.name)
                from jsonb_object_keys(t.p) m (name)
                where f.p -> m.name is distinct from t.p -> m.name), '{}') as is_now
        from jsonb_array_elements(p_from -> 'products') f (p)
        join jsonb_array_elements(p_to -> 'products') t (p)
            on t.p ->> 'product_id' = f.p ->> 'product_id'
        where f.p <> t.p
        order by 1 limit 20) d;
    before := jsonb_strip_nulls(jsonb_build_object('products', before));
    after := jsonb_strip_nulls(jsonb_build_object('products', after));
    if p_from -> 'deadlines' is distinct from p_to -> 'deadlines' then
        before := before || jsonb_build_object('deadlines', p_from -> 'deadlines');
        after := after || jsonb_build_object('deadlines', p_to -> 'deadlines');
    end if;
    return next;
end
$$;
