-- Gives the free sets of a scope to the open intents that wait for them, the oldest first, each set by
-- itself. Waiting intents there are only after a move between scopes. An expired one waits for nothing,
-- and a set that a release with a delay keeps closed is not free.
-- The caller holds the scope's row lock and bumps the version.
create or replace function interlock.intents_promote(p_scope_id uuid, p_at timestamptz)
returns void
language plpgsql strict
as $$
declare
    v_intent interlock.intent;
begin
    for v_intent in
        select * from interlock.intent i
        where i.scope_id = p_scope_id and i.open and i.expires_at > p_at
            and (select count(*) from interlock.claim c
                where c.scope_id = i.scope_id and c.intent_id = i.intent_id)
                < cardinality(i.exclusion_sets)
        order by i.created_at, i.intent_id
    loop
        insert into interlock.claim (
            scope_id, environment, exclusion_set, audience_key, intent_id)
        select v_intent.scope_id, v_intent.environment, s.id,
            case coalesce(p.audience, 'group') when 'account' then v_intent.account_id else '' end,
            v_intent.intent_id
        from unnest(v_intent.exclusion_sets) s (id)
        left join lateral (
            select e ->> 'audience' as audience
            from interlock.product p
            cross join lateral jsonb_array_elements(p.plan -> 'sets') e
            where p.app_id = v_intent.app_id and p.product_id = v_intent.product_id
                and e ->> 'id' = s.id) p on true
        where not exists (
            select from interlock.intent d
            where d.scope_id = p_scope_id and d.risk_until is not null and d.delay_until > p_at
                and d.environment = v_intent.environment and s.id = any (d.exclusion_sets)
                and (coalesce(p.audience, 'group') = 'group'
                    or d.account_key = v_intent.account_key))
        order by s.id
        on conflict do nothing;
    end loop;
end
$$;
