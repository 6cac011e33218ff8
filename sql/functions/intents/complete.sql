-- Completes an intent by a transaction of its product, or by the renewal info that schedules its plan.
-- A verified transaction wins over whatever closed it before. The caller holds the scope's row lock and
-- bumps the version.
create or replace function interlock.intents_complete(
    p_intent interlock.intent, p_facts jsonb, p_at timestamptz)
returns interlock.intent
language plpgsql strict
as $$
declare
    v_change jsonb := jsonb_build_object('settled_late', not p_intent.open);
begin
    if p_facts -> 'transaction' ->> 'product_id' = p_intent.product_id then
        v_change := v_change || jsonb_build_object(
            'transaction_id', p_facts -> 'transaction' -> 'transaction_id');
    else
        v_change := v_change || jsonb_build_object(
            'effective_at',
            coalesce(p_facts -> 'renewal' -> 'renewal_at', p_facts -> 'renewal' -> 'signed_at'));
    end if;
    return interlock.intents_close(
        p_intent, 'completed', p_at, p_at, null, v_change, p_facts -> 'actor',
        case when p_intent.open then 'settled' else 'settled late' end);
end
$$;
