-- Tells how two catalog documents differ, for the audit: how many products were added, removed and changed,
-- the first twenty of each by their ids, and which other members differ. Reads nothing.
create or replace function interlock.catalogs_difference(p_from jsonb, p_to jsonb)
returns jsonb
language plpgsql immutable strict
as $$
declare
    v_difference jsonb;
    v_others jsonb;
begin
    select coalesce(jsonb_object_agg('products_' || d.how, d.ids), '{}')
            || coalesce(jsonb_object_agg(d.how, d.count) filter (where d.count > 20), '{}')
    into v_difference
    from (
        select e.how, count(*) as count,
            (array_agg(e.id order by e.id))[1:20] as ids
        from (
            select coalesce(f.p ->> 'product_id', t.p ->> 'product_id') as id,
                case when f.p is null then 'added' when t.p is null then 'removed'
                    else 'changed' end as how
            from jsonb_array_elements(p_from -> 'products') f (p)
            full join jsonb_array_elements(p_to -> 'products') t (p)
                on t.p ->> 'product_id' = f.p ->> 'product_id'
            where f.p is distinct from t.p) e
        group by e.how) d;
    select jsonb_agg(m.name order by m.name) into v_others
    from (
        select jsonb_object_keys(p_from || p_to) as name) m
    where m.name <> 'products' and p_from -> m.name is distinct from p_to -> m.name;
    return v_difference || jsonb_strip_nulls(jsonb_build_object('members_changed', v_others));
end
$$;
