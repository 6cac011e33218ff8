-- Adds the risk conflicting_purchase_completed to the open intents that what is owned now refuses.
-- The caller holds the scope's row lock and bumps the version.
create or replace function interlock.intents_warn(
    p_scope_id uuid, p_environment text, p_at timestamptz)
returns void
language plpgsql strict
as $$
declare
    v_intent interlock.intent;
    v_plan jsonb;
begin
    for v_intent in
        select * from interlock.intent i
        where i.scope_id = p_scope_id and i.open and i.environment = p_environment
            and not 'conflicting_purchase_completed' = any (i.risks)
        order by i.created_at, i.intent_id
    loop
        select p.plan into v_plan from interlock.product p
        where p.app_id = v_intent.app_id and p.product_id = v_intent.product_id;
        continue when not found or not (interlock.ownership_verdict(
            p_scope_id, p_environment, v_intent.account_key, v_plan, p_at)).blocked;
        update interlock.intent i
        set risks = i.risks || 'conflicting_purchase_completed'::text, updated_at = p_at
        where i.scope_id = p_scope_id and i.intent_id = v_intent.intent_id;
        perform interlock.intents_remember(
            p_scope_id, v_intent.intent_id, p_at, v_intent.status, v_intent.status,
            '{"kind": "clock"}', 'a conflicting purchase completed');
    end loop;
end
$$;
