-- Gives what the audit keeps of an account that ends: how much went with it. The caller holds its scope, its
-- own. A plain read.
create or replace function interlock.accounts_audited(p_account_key uuid)
returns jsonb
language plpgsql stable strict
as $$
begin
    return jsonb_build_object(
        'devices', (
            select count(*) from interlock.device d where d.account_key = p_account_key),
        'open_intents', (
            select count(*) from interlock.intent i where i.scope_id = p_account_key and i.open));
end
$$;
