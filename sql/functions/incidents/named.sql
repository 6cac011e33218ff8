-- Puts the ids of accounts beside their keys in an incident's detail, at most two levels deep: members
-- whose name ends in "_key". A key that no account has any more stays alone. A plain read.
create or replace function interlock.incidents_named(p_detail jsonb)
returns jsonb
language sql stable strict
as $$
    select coalesce(jsonb_object_agg(m.name, m.value), '{}')
    from (
        select e.key as name,
            case when jsonb_typeof(e.value) = 'array' then (
                select jsonb_agg(interlock.incidents_named(i.value) order by i.place)
                from jsonb_array_elements(e.value) with ordinality i (value, place))
            else e.value end as value
        from jsonb_each(p_detail) e
        where e.key !~ '_key$'
        union all
        select regexp_replace(e.key, '_key$', '_id'), to_jsonb(a.account_id)
        from jsonb_each_text(p_detail) e
        join interlock.account a on a.account_key = e.value::uuid
        where e.key ~ '_key$'
    ) m
$$;
