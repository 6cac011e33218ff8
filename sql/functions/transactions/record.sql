-- Records a verified snapshot of a store transaction and its renewal info in the ledger, decides whose
-- it is, and gives what the owner's scope has to know. Newest signedDate per transaction wins; repeating
-- it, in any order, ends in the same rows.
-- Locks: the purchase line's row.
-- p_transaction: a row of store_transaction by its column names; {} when there is none
-- p_renewal:     {signed_at, product_id, next_product_id, will_renew, in_retry, grace_until, renewal_at};
--                {} when there is none
-- p_claim:       {token: 'absent' | 'unknown' | 'known', token_value?, token_account?, uploader?, source}
-- Owner: the line's known owner; else the account of the token; else, with no token, the uploader; else
-- nobody: the line is kept and waits. FAMILY_SHARED ignores the token.
-- Result: outcome recorded (something new) or known; account_key (null: unclaimed); conflict (the claim
-- names another account than the owner); claimed (it has got its owner just now); facts for scopes_settle,
-- without periods where nothing is new; incidents for incidents_note.
create or replace function interlock.transactions_record(
    p_original_transaction_id text, p_app_id text, p_environment text, p_transaction jsonb,
    p_renewal jsonb, p_claim jsonb)
returns table (
    outcome text, account_key uuid, conflict boolean, claimed boolean, facts jsonb, incidents jsonb)
language plpgsql strict
set lock_timeout = '5s'
as $$
declare
    v_at timestamptz;
    v_line interlock.purchase_line;
    v_new interlock.store_transaction;
    v_transaction interlock.store_transaction;
    v_changed boolean := false;
    v_fresh boolean := false;
    v_waited boolean := true;
    v_earlier jsonb := '[]';
    v_claimant uuid;
begin
    claimed := false;
    loop
        select * into v_line from interlock.purchase_line l
        where l.original_transaction_id = p_original_transaction_id and l.app_id = p_app_id
            and l.environment = p_environment
        for update;
        exit when found;
        insert into interlock.purchase_line (original_transaction_id, app_id, environment)
        values (p_original_transaction_id, p_app_id, p_environment)
        on conflict do nothing;
        v_waited := not found;
    end loop;
    v_at := clock_timestamp();

    if p_transaction <> '{}' then
        v_new := jsonb_populate_record(null::interlock.store_transaction, p_transaction);
        v_changed := interlock.transactions_keep(
            p_original_transaction_id, p_app_id, p_environment, v_new, p_claim ->> 'source', v_at);
        select * into v_transaction from interlock.store_transaction t
        where t.original_transaction_id = p_original_transaction_id and t.app_id = p_app_id
            and t.environment = p_environment and t.transaction_id = v_new.transaction_id;
    end if;
    if p_renewal <> '{}' and (v_line.renewal_signed_at is null
        or (v_line.renewal_signed_at, v_line.renewal::text)
            < ((p_renewal ->> 'signed_at')::timestamptz, p_renewal::text))
    then
        update interlock.purchase_line l
        set renewal = p_renewal, renewal_signed_at = (p_renewal ->> 'signed_at')::timestamptz
        where l.original_transaction_id = p_original_transaction_id and l.app_id = p_app_id
            and l.environment = p_environment
        returning l.* into v_line;
        v_changed := true;
    end if;

    v_claimant := case
        when v_new.ownership_type = 'FAMILY_SHARED' or p_claim ->> 'token' = 'absent'
            then (p_claim ->> 'uploader')::uuid
        else (p_claim ->> 'token_account')::uuid end;
    if v_line.account_key is null then
        v_line := interlock.transactions_assign(
            v_line, v_claimant,
            case when v_new.ownership_type is distinct from 'FAMILY_SHARED'
                then (p_claim ->> 'token_value')::uuid end,
            p_claim ->> 'source', v_at);
        claimed := v_claimant is not null;
        v_changed := v_changed or claimed;
    end if;
    if v_line.account_key is not null then
        v_fresh := not coalesce(v_transaction.offered, true);
        v_earlier := interlock.transactions_offer(
            p_original_transaction_id, p_app_id, p_environment,
            coalesce(v_transaction.transaction_id, ''));
    end if;

    outcome := case when v_changed then 'recorded' else 'known' end;
    account_key := v_line.account_key;
    conflict := coalesce(v_line.account_key <> v_claimant, false);
    facts := jsonb_build_object(
        'ownership', case when v_changed and account_key is not null
            then interlock.transactions_fold(
                p_original_transaction_id, p_app_id, p_environment, v_at, 'infinity') end,
        'earlier', v_earlier,
        'transaction', case when v_transaction.transaction_id is not null
            then interlock.transactions_fact(v_transaction, v_fresh) end,
        'renewal', nullif(p_renewal, '{}'));
    incidents := interlock.incidents_of_claim(
        v_line, v_transaction, p_claim, v_claimant, claimed and v_waited, v_changed);
    return next;
end
$$;
