-- Gives the intent that a product has to wait for (null when it is free), open and unexpired, or released
-- with a delay that has not passed: the oldest with a claim or a delay, else the oldest. p_except is left
-- out. A plain read; to be trusted it needs the scope's row lock, or the version compared afterwards.
create or replace function interlock.intents_obstacle(
    p_scope_id uuid, p_environment text, p_account_key uuid, p_plan jsonb, p_at timestamptz,
    p_except uuid)
returns interlock.intent
language plpgsql stable
as $$
begin
    return (
        select i
        from interlock.intent i
        where i.scope_id = p_scope_id and (i.open or i.risk_until is not null)
            and (i.open and i.expires_at > p_at or i.delay_until > p_at)
            and i.environment = p_environment and i.intent_id <> p_except
            and interlock.intents_conflicts(p_plan, i, p_account_key)
        order by not i.open or exists (
                select from interlock.claim c
                where c.scope_id = i.scope_id and c.intent_id = i.intent_id) desc,
            i.created_at, i.intent_id
        limit 1);
end
$$;
