-- Gives a line that nobody has to the claimant; where there is none (null), says whose token it waits for:
-- that of its newest transaction, whichever came last, else p_token. FAMILY_SHARED ignores the token.
-- The caller holds the line.
create or replace function interlock.transactions_assign(
    p_line interlock.purchase_line, p_claimant uuid, p_token uuid, p_source text, p_at timestamptz)
returns interlock.purchase_line
language plpgsql
as $$
declare
    v_token uuid;
    v_line interlock.purchase_line;
begin
    if p_claimant is null then
        select t.app_account_token into v_token from interlock.store_transaction t
        where t.original_transaction_id = p_line.original_transaction_id
            and t.app_id = p_line.app_id and t.environment = p_line.environment
            and t.ownership_type <> 'FAMILY_SHARED' and t.app_account_token is not null
        order by t.signed_at desc, t.transaction_id desc limit 1;
        v_token := coalesce(v_token, p_token, p_line.parked_token);
    end if;
    update interlock.purchase_line l
    set account_key = p_claimant, parked_token = v_token,
        claimed_at = case when p_claimant is not null then p_at end,
        claimed_by = case when p_claimant is not null then p_source end
    where l.original_transaction_id = p_line.original_transaction_id and l.app_id = p_line.app_id
        and l.environment = p_line.environment
    returning l.* into v_line;
    return v_line;
end
$$;
