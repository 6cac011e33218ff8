-- Says whose a fact may be by its app account token, as transactions_record wants to know it:
-- {token: 'absent' | 'unknown' | 'known', token_value?, token_account?, uploader?, source}.
-- p_bringer: see transactions_ingest. A plain read.
create or replace function interlock.transactions_claimant(p_app_id text, p_bringer jsonb)
returns jsonb
language plpgsql stable strict
as $$
declare
    v_claim jsonb := jsonb_build_object('source', p_bringer -> 'source', 'token', 'absent');
    v_account uuid;
begin
    if p_bringer ? 'uploader' then
        v_claim := v_claim || jsonb_build_object(
            'uploader', (p_bringer -> 'uploader' ->> 'account_key')::uuid);
    end if;
    if p_bringer ? 'token' then
        select t.account_key into v_account
        from interlock.accounts_of_token(p_app_id, (p_bringer ->> 'token')::uuid) t;
        v_claim := v_claim || jsonb_build_object(
            'token_value', p_bringer -> 'token', 'token_account', v_account,
            'token', case when v_account is null then 'unknown' else 'known' end);
    end if;
    return v_claim;
end
$$;
