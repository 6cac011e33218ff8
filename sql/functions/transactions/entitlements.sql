-- Gives an account's periods of use as of a time, from the ledger alone, as an array of ownership
-- documents with times as microseconds since 1970. A plain read.
create or replace function interlock.transactions_entitlements(
    p_account_key uuid, p_app_id text, p_environment text, p_account_id text, p_at timestamptz)
returns jsonb
language plpgsql stable strict
as $$
begin
    return (
        select coalesce(jsonb_agg(interlock.ownership_document(o) order by o.transaction_id), '[]')
        from interlock.purchase_line l
        cross join lateral jsonb_populate_recordset(
            null::interlock.ownership,
            interlock.transactions_fold(
                l.original_transaction_id, p_app_id, p_environment, p_at, p_at)) n
        cross join lateral jsonb_populate_record(n, jsonb_build_object(
            'account_id', p_account_id,
            'original_transaction_id', l.original_transaction_id)) o
        where l.account_key = p_account_key and l.environment = p_environment and l.app_id = p_app_id);
end
$$;
