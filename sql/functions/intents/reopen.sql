-- Opens an expired intent again where its sets are free, with a new fence; else gives the intent that
-- holds its place, and changes nothing. The caller holds the scope's row lock, and gives the status
-- and deadline afterwards.
create or replace function interlock.intents_reopen(
    p_intent interlock.intent, p_at timestamptz, p_fence bigint)
returns interlock.intent
language plpgsql strict
as $$
declare
    v_plan jsonb;
    v_holder interlock.intent;
begin
    select p.plan into v_plan from interlock.product p
    where p.app_id = p_intent.app_id and p.product_id = p_intent.product_id;
    -- A product that has left the catalog keeps the sets that it was granted for.
    v_plan := coalesce(v_plan, jsonb_build_object('sets', (
        select jsonb_agg(jsonb_build_object('id', s, 'audience', 'group'))
        from unnest(p_intent.exclusion_sets) s)));
    v_holder := interlock.intents_obstacle(
        p_intent.scope_id, p_intent.environment, p_intent.account_key, v_plan, p_at,
        p_intent.intent_id);
    if v_holder.intent_id is not null then
        return v_holder;
    end if;
    update interlock.intent i
    set status = 'reserved', open = true, closed_at = null, risk_until = null, fence = p_fence,
        exclusion_sets = array(select s ->> 'id' from jsonb_array_elements(v_plan -> 'sets') s)
    where i.scope_id = p_intent.scope_id and i.intent_id = p_intent.intent_id;
    perform interlock.intents_claim(p_intent, v_plan);
    return null;
end
$$;
