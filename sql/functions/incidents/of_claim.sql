-- Says what a person should see of how a transaction found its account: an array for incidents_note.
--   unclaimed       nobody's yet; resolved by itself once it is claimed
--   owner_conflict  the line's owner is another account than the one that this names
--   token_mismatch  uploaded by another account than the one whose token it bears
-- p_claimed: the line was there, and has got its owner just now. Reads nothing, locks nothing.
create or replace function interlock.incidents_of_claim(
    p_line interlock.purchase_line, p_transaction interlock.store_transaction, p_claim jsonb,
    p_claimant uuid, p_claimed boolean, p_changed boolean)
returns jsonb
language plpgsql immutable
as $$
begin
    return (
        with detail as (
            select jsonb_build_object(
                'original_transaction_id', p_line.original_transaction_id,
                'transaction_id', p_transaction.transaction_id,
                'product_id', p_transaction.product_id,
                'ownership_type', p_transaction.ownership_type,
                'source', p_claim ->> 'source') as common
        )
        select coalesce(jsonb_agg(found.incident), '[]')
        from detail, lateral (
            select jsonb_build_object(
                'kind', 'unclaimed', 'subject', p_line.original_transaction_id,
                'detail', detail.common || jsonb_build_object('token', p_claim ->> 'token'))
            where p_line.account_key is null and p_changed
            union all
            select jsonb_build_object(
                'kind', 'unclaimed', 'subject', p_line.original_transaction_id,
                'account_key', p_line.account_key, 'resolution', 'claimed')
            where p_claimed
            union all
            select jsonb_build_object(
                'kind', 'owner_conflict',
                'subject', p_line.original_transaction_id || ' ' || p_claimant,
                'account_key', p_claimant,
                'detail', detail.common || jsonb_build_object(
                    'owner_key', p_line.account_key, 'claimant_key', p_claimant))
            where p_claimant <> p_line.account_key
            union all
            select jsonb_build_object(
                'kind', 'token_mismatch',
                'subject', p_line.original_transaction_id || ' ' || (p_claim ->> 'uploader'),
                'account_key', (p_claim ->> 'uploader')::uuid,
                'detail', detail.common || jsonb_build_object(
                    'token', p_claim ->> 'token', 'token_key', p_claim ->> 'token_account',
                    'uploader_key', p_claim ->> 'uploader'))
            where p_claim ->> 'token' <> 'absent' and p_claim ->> 'uploader' is not null
                and p_transaction.ownership_type <> 'FAMILY_SHARED'
                and (p_claim ->> 'token_account') is distinct from (p_claim ->> 'uploader')
        ) found (incident));
end
$$;
