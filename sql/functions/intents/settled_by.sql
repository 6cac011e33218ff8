-- Finds the intent that a transaction or renewal info settles (null for none): the one it settled
-- before; else for a purchase that is offered for the first time, the newest uncompleted intent of the
-- exact product created at or before the purchase, or, where there is none, one created up to five
-- minutes after it (clocks differ); else for a scheduled plan change, the newest intent of that
-- product created before the renewal info was signed; else a renewal that the holder itself reports
-- (billing recovery). Open, or closed within the late-settlement window.
-- The caller holds the scope's row lock.
create or replace function interlock.intents_settled_by(
    p_scope_id uuid, p_account_key uuid, p_environment text, p_facts jsonb, p_at timestamptz)
returns interlock.intent
language plpgsql stable strict
as $$
declare
    c_skew constant interval := '5 minutes';
    v_transaction jsonb := p_facts -> 'transaction';
    v_renewal jsonb := p_facts -> 'renewal';
    v_purchased timestamptz := (v_transaction ->> 'purchased_at')::timestamptz;
    v_since timestamptz;
    v_intent interlock.intent;
begin
    -- Most arrivals are renewals of what no intent was ever made for.
    if not exists (
        select from interlock.intent i
        where i.scope_id = p_scope_id and i.environment = p_environment)
    then
        return null;
    end if;
    v_since := p_at - interlock.scopes_seconds(
        interlock.scopes_deadlines(p_scope_id), 'late_settlement');
    select * into v_intent from interlock.intent i
    where i.scope_id = p_scope_id and i.environment = p_environment
        and i.transaction_id = v_transaction ->> 'transaction_id';
    if found then
        return v_intent;
    end if;
    if (v_transaction ->> 'fresh')::boolean and v_transaction ->> 'reason' = 'PURCHASE'
        and v_transaction ->> 'ownership_type' = 'PURCHASED'
    then
        select * into v_intent from interlock.intent i
        where i.scope_id = p_scope_id and i.account_key = p_account_key
            and i.environment = p_environment and i.status <> 'completed'
            and i.product_id = v_transaction ->> 'product_id'
            and (i.open or i.closed_at > v_since) and i.created_at <= v_purchased + c_skew
        order by i.created_at <= v_purchased desc,
            abs(extract(epoch from i.created_at - v_purchased)), i.intent_id desc
        limit 1;
        if found then
            return v_intent;
        end if;
    end if;
    if v_renewal ->> 'next_product_id' <> v_renewal ->> 'product_id' then
        select * into v_intent from interlock.intent i
        where i.scope_id = p_scope_id and i.account_key = p_account_key
            and i.environment = p_environment and i.status <> 'completed'
            and i.product_id = v_renewal ->> 'next_product_id'
            and (i.open or i.closed_at > v_since)
            and i.created_at < (v_renewal ->> 'signed_at')::timestamptz
        order by i.created_at desc, i.intent_id desc
        limit 1;
        if found then
            return v_intent;
        end if;
    end if;
    if v_transaction ->> 'reason' = 'RENEWAL' and p_facts ->> 'reported' is not null then
        select * into v_intent from interlock.intent i
        where i.scope_id = p_scope_id and i.account_key = p_account_key
            and i.environment = p_environment and i.status <> 'completed'
            and i.intent_id = (p_facts ->> 'reported')::uuid
            and i.product_id = v_transaction ->> 'product_id' and i.created_at < v_purchased;
        if found then
            return v_intent;
        end if;
    end if;
    return null;
end
$$;
