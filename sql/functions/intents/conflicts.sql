-- Tells whether an intent stands in the way of a product, given the product's plan: they share a set
-- that both are in the audience of — the sets the intent was granted for, or those its product is in
-- since a later catalog. Reads nothing, locks nothing.
create or replace function interlock.intents_conflicts(
    p_plan jsonb, p_intent interlock.intent, p_account_key uuid)
returns boolean
language plpgsql immutable
as $$
begin
    return (
        select exists (
            select from jsonb_array_elements(p_plan -> 'sets') as wanted
            where wanted ->> 'id' = any (p_intent.exclusion_sets)
                and (wanted ->> 'audience' = 'group' or p_intent.account_key = p_account_key)
        ) or coalesce(
            case p_plan -> 'rivals' ->> p_intent.product_id
                when 'group' then true
                when 'account' then p_intent.account_key = p_account_key
            end, false));
end
$$;
