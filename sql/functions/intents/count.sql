-- Counts the open intents of some of an app's products, p_most of each at most: that many entries of the index
-- intent_open_product are looked at. In the order of p_product_ids. A plain read.
create or replace function interlock.intents_count(
    p_app_id text, p_product_ids text[], p_most integer)
returns table (product_id text, open_count bigint)
language sql stable strict
as $$
    select w.id, (
        select count(*)
        from (
            select from interlock.intent i
            where i.app_id = p_app_id and i.open and i.product_id = w.id limit p_most) n)
    from unnest(p_product_ids) with ordinality w (id, nr)
    order by w.nr
$$;
