-- Lists an app's audit, newest first, from before the place p_before. A plain read of as many rows as it
-- gives: each filter but the act beside an account has an index of its own.
-- p_filter: {account_key?, subject_id?, act?, from?, to?}, the times in microseconds since 1970, from
-- included, to not.
-- accounts: the ids of the accounts that the row's subjects are, where they are still known.
create or replace function interlock.audit_list(
    p_app_id text, p_filter jsonb, p_before bigint, p_limit integer)
returns table (
    place bigint, at timestamptz, actor jsonb, act text, subject jsonb, reason text, before jsonb,
    after jsonb, hash text, accounts jsonb)
language plpgsql stable strict
as $$
declare
    v_subject_id uuid := p_filter ->> 'subject_id';
    v_from bigint := 0;
    v_to bigint := p_before;
begin
    if p_filter ? 'account_key' then
        select s.subject_id into v_subject_id from interlock.audit_subject s
        where s.app_id = p_app_id and s.account_key = (p_filter ->> 'account_key')::uuid;
        if not found then
            return;
        end if;
    end if;
    -- Times grow with the places.
    if p_filter ? 'from' then
        v_from := coalesce((select u.place from interlock.audit u
            where u.app_id = p_app_id
                and u.at >= 'epoch'::timestamptz + (p_filter ->> 'from')::bigint * interval '1 us'
            order by u.at, u.place limit 1), p_before);
    end if;
    if p_filter ? 'to' then
        v_to := least(p_before, (select u.place from interlock.audit u
            where u.app_id = p_app_id
                and u.at >= 'epoch'::timestamptz + (p_filter ->> 'to')::bigint * interval '1 us'
            order by u.at, u.place limit 1));
    end if;
    if v_subject_id is not null then
        return query
        select u.place, u.at, u.actor, u.act, u.subject, u.reason, u.before, u.after,
            encode(u.hash, 'hex'), interlock.audit_accounts(u)
        from interlock.audit_about b
        join interlock.audit u on u.app_id = b.app_id and u.place = b.place
        where b.app_id = p_app_id and b.subject_id = v_subject_id
            and b.place >= v_from and b.place < v_to
            and u.act = coalesce(p_filter ->> 'act', u.act)
        order by b.place desc
        limit p_limit;
    elsif p_filter ? 'act' then
        return query
        select u.place, u.at, u.actor, u.act, u.subject, u.reason, u.before, u.after,
            encode(u.hash, 'hex'), interlock.audit_accounts(u)
        from interlock.audit u
        where u.app_id = p_app_id and u.act = p_filter ->> 'act'
            and u.place >= v_from and u.place < v_to
        order by u.act desc, u.place desc
        limit p_limit;
    else
        return query
        select u.place, u.at, u.actor, u.act, u.subject, u.reason, u.before, u.after,
            encode(u.hash, 'hex'), interlock.audit_accounts(u)
        from interlock.audit u
        where u.app_id = p_app_id and u.place >= v_from and u.place < v_to
        order by u.place desc
        limit p_limit;
    end if;
end
$$;
