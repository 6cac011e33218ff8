-- Says whether what a scope owns at p_at refuses a product to an account, by the product's plan.
-- An owned product that the catalog does not list counts by its subscription group.
-- A plain read of one scope; to be trusted it needs the scope's row lock, or the version compared after.
create or replace function interlock.ownership_verdict(
    p_scope_id uuid, p_environment text, p_account_key uuid, p_plan jsonb, p_at timestamptz)
returns interlock.ownership_verdict
language plpgsql stable strict
as $$
declare
    v_owned interlock.ownership;
    v_rule jsonb;
    v_verdict interlock.ownership_verdict := (false, null, null, null, '{}');
begin
    for v_owned in
        select * from interlock.ownership o
        where o.scope_id = p_scope_id and o.environment = p_environment
            and o.revoked_at is null and o.starts_at <= p_at
        order by o.product_id <> (p_plan ->> 'product_id'), o.expires_at desc nulls first
    loop
        v_rule := p_plan -> 'rules' -> v_owned.product_id;
        if v_rule is null then
            v_rule := p_plan -> 'group_rules' -> v_owned.subscription_group;
            continue when v_rule is null or exists (
                select from interlock.scope s
                join interlock.product p on p.app_id = s.app_id
                where s.scope_id = p_scope_id and p.product_id = v_owned.product_id);
        end if;
        continue when v_rule ->> 'audience' = 'none'
            or (v_rule ->> 'audience' = 'account' and v_owned.account_key <> p_account_key);
        if v_owned.expires_at is null or v_owned.expires_at > p_at or v_owned.grace_until > p_at then
            v_rule := v_rule -> 'entitled';
        elsif v_owned.retry_until > p_at then
            v_rule := v_rule -> 'billing_retry';
        else
            continue;
        end if;
        if v_rule ->> 'rule' = 'block' or (v_rule ->> 'rule' = 'plan_change' and not (
            v_owned.account_key = p_account_key and v_owned.ownership_type = 'PURCHASED'))
        then
            v_verdict.blocked := true;
            v_verdict.product_id := v_owned.product_id;
            v_verdict.expires_at := greatest(v_owned.expires_at, v_owned.grace_until);
            v_verdict.account_id := v_owned.account_id;
            return v_verdict;
        elsif v_rule ->> 'risk' is not null
            and not v_rule ->> 'risk' = any (v_verdict.risks)
        then
            v_verdict.risks := v_verdict.risks || (v_rule ->> 'risk');
        end if;
    end loop;
    return v_verdict;
end
$$;
