-- Lists the purchase lines that wait for a token's account. A plain read.
create or replace function interlock.transactions_parked(p_app_id text, p_token uuid)
returns table (original_transaction_id text, environment text)
language sql stable strict
as $$
    select l.original_transaction_id, l.environment from interlock.purchase_line l
    where l.app_id = p_app_id and l.parked_token = p_token
    order by l.original_transaction_id
$$;
