-- Gives the earliest instant after p_at at which the clock changes what a device of the scope sees:
-- a deadline, the end of a release's delay, the beginning or end of a period of use, the end of a risk.
-- Null when there is none.
-- A plain read of one scope.
create or replace function interlock.scopes_next_change(p_scope_id uuid, p_at timestamptz)
returns timestamptz
language plpgsql stable strict
as $$
begin
    return (
        select min(t.at)
        from (
            select unnest(array[
                case when i.open then i.expires_at else i.risk_until end, i.delay_until]) as at
            from interlock.intent i
            where i.scope_id = p_scope_id and (i.open or i.risk_until is not null)
            union all
            select unnest(array[o.starts_at, o.expires_at, o.grace_until, o.retry_until])
            from interlock.ownership o
            where o.scope_id = p_scope_id and o.revoked_at is null
        ) t
        where t.at > p_at);
end
$$;
