-- Finds what a text names in an app: an account by its id, an intent, the members of a group (its organizer
-- first), a transaction (its own id or the original one), or an app account token. p_uuid is the text as a UUID, or empty. A plain read; no scan.
create or replace function interlock.console_search(
    p_app_id text, p_text text, p_account_key uuid, p_uuid text)
returns table (
    kind text, intent_id uuid, account_id text, transaction_id text, environment text,
    product_id text, at timestamptz)
language plpgsql stable strict
set plan_cache_mode = 'force_generic_plan'
as $$
begin
    return query
    (select 'account', null::uuid, a.account_id, null::text, null::text, null::text, a.created_at
    from interlock.account a where a.account_key = p_account_key and a.app_id = p_app_id)
    union all
    (select 'intent', i.intent_id, i.account_id, i.transaction_id, i.environment, i.product_id,
        i.created_at
    from interlock.intent i
    where i.intent_id = nullif(p_uuid, '')::uuid and i.app_id = p_app_id limit 5)
    union all
    (select 'token', null, a.account_id, null, null, null, a.created_at
    from interlock.account_token t join interlock.account a on a.account_key = t.account_key
    where t.app_id = p_app_id and t.token = nullif(p_uuid, '')::uuid)
    union all
    (select 'member', null, m.account_id, null, null, null, m.joined_at
    from interlock.family_group g join interlock.member m on m.scope_id = g.group_id
    where g.group_id = nullif(p_uuid, '')::uuid and g.app_id = p_app_id
    order by m.role is distinct from 'organizer', m.joined_at, m.account_id)
    union all
    (select 'transaction', null, a.account_id, t.transaction_id, t.environment, t.product_id,
        t.purchased_at
    from interlock.store_transaction t
    join interlock.purchase_line l using (original_transaction_id, app_id, environment)
    left join interlock.account a on a.account_key = l.account_key
    where t.app_id = p_app_id
        and (t.transaction_id = p_text or t.original_transaction_id = p_text)
    order by t.purchased_at desc limit 50);
end
$$;
