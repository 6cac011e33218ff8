-- Ingests what the store said of one purchase: records it, finds whose it is, and brings it into the
-- owner's scope. Repeating it is harmless, in any order.
-- Locks, in this order: the purchase line's row (transactions_record), the owner's account, shared, its scope
-- and what is below that (transactions_bring), incidents, the store account's row, the check's row.
-- p_transaction, p_renewal: as transactions_record wants them
-- p_bringer: {source, actor,
--   uploader?       {account_key, account_id, token}: made when it is new, token then being its own
--   token?          the app account token that the fact bears
--   store_account?  the appTransactionId that the fact bears
--   reported?       the intent that the uploader reports it for}
-- Outcomes:
--   recorded        something new
--   known           nothing new, or it is another account's than the uploader's or the token's (is_conflict)
--   account_ended   the uploader was forgotten or merged; nothing is changed
-- is_unclaimed: nobody's yet. scope_id and answer: what scopes_settle answered; null when the scope had
-- nothing to learn. With is_conflict the answer is the owner's: nothing of it is for the uploader.
create or replace function interlock.transactions_ingest(
    p_original_transaction_id text, p_app_id text, p_environment text, p_transaction jsonb,
    p_renewal jsonb, p_bringer jsonb)
returns table (
    ingested text, is_conflict boolean, is_unclaimed boolean, scope_id uuid,
    answer interlock.intent_answer)
language plpgsql strict
as $$
declare
    v_uploader jsonb := p_bringer -> 'uploader';
    v_recorded record;
    v_brought record;
    v_more jsonb := jsonb_build_object('actor', p_bringer -> 'actor');
begin
    if v_uploader is not null then
        perform from interlock.accounts_ensure(
            (v_uploader ->> 'account_key')::uuid, p_app_id, v_uploader ->> 'account_id',
            (v_uploader ->> 'token')::uuid);
        if not found then
            ingested := 'account_ended';
            return next;
            return;
        end if;
    end if;
    select * into v_recorded from interlock.transactions_record(
        p_original_transaction_id, p_app_id, p_environment, p_transaction, p_renewal,
        interlock.transactions_claimant(p_app_id, p_bringer));
    is_conflict := v_recorded.conflict
        or coalesce(v_recorded.account_key <> (v_uploader ->> 'account_key')::uuid, false);
    is_unclaimed := v_recorded.account_key is null;
    ingested := case when is_conflict then 'known' else v_recorded.outcome end;
    -- Only who owns it may report it for an intent of its own.
    if v_recorded.account_key = (v_uploader ->> 'account_key')::uuid and p_bringer ? 'reported' then
        v_more := v_more || jsonb_build_object('reported', p_bringer -> 'reported');
    end if;
    if not is_unclaimed and (v_recorded.outcome = 'recorded' or v_more ? 'reported') then
        select * into v_brought from interlock.transactions_bring(
            p_original_transaction_id, p_app_id, p_environment, v_recorded.account_key,
            v_recorded.facts || v_more);
        scope_id := v_brought.scope_id;
        answer := v_brought.answer;
    end if;
    -- Incidents are locked after scopes.
    if v_recorded.incidents <> '[]' then
        perform interlock.incidents_note(p_app_id, p_environment, v_recorded.incidents);
    end if;
    if v_recorded.claimed then
        if p_bringer ? 'store_account' then
            perform from interlock.store_accounts_note(
                p_app_id, p_environment, p_bringer ->> 'store_account', v_recorded.account_key);
        end if;
        -- A purchase without a token: its renewals would not name their account.
        if v_uploader is not null and p_transaction <> '{}'
            and not p_bringer ? 'token' and p_transaction ->> 'ownership_type' <> 'FAMILY_SHARED'
        then
            perform interlock.checks_expect(
                p_app_id, p_environment, 'token', p_original_transaction_id, 0, 3600);
        end if;
    end if;
    -- Whether it renews is unknown until somebody asks; the store is asked about it in a moment. What the
    -- store was asked for comes with its status anyway.
    if v_recorded.outcome = 'recorded' and p_renewal = '{}'
        and p_transaction ->> 'kind' = 'auto_renewable' and p_bringer ->> 'source' <> 'store_api'
        and exists (
            select from interlock.purchase_line l
            where l.original_transaction_id = p_original_transaction_id and l.app_id = p_app_id
                and l.environment = p_environment and l.renewal_signed_at is null)
    then
        perform interlock.checks_expect(
            p_app_id, p_environment, 'subscription', p_original_transaction_id,
            1 + 9 * random(), 3600);
    end if;
    return next;
end
$$;
