-- Gives the hash of a row of the audit: SHA-256 over its columns as text, each as `<bytes>:<text>,` (a
-- netstring, so that no text can pass for two), in UTF-8 and in this order: the words "interlock audit 1",
-- app_id, place, previous_hash as hexadecimal digits, at in microseconds since 1970, actor, act, subject,
-- reason, before, after. A jsonb is written as PostgreSQL writes it: members by the length of their names,
-- then by their bytes. The first row's previous_hash is 32 zero bytes. Reads nothing.
-- AuditChain.swift computes the same from the columns alone.
create or replace function interlock.audit_digest(p_row interlock.audit)
returns bytea
language plpgsql immutable
as $$
begin
    return (
        select sha256(convert_to(string_agg(
            octet_length(convert_to(f.field, 'UTF8')) || ':' || f.field || ',', '' order by f.nr), 'UTF8'))
        from unnest(array[
            'interlock audit 1', p_row.app_id, p_row.place::text, encode(p_row.previous_hash, 'hex'),
            case when isfinite(p_row.at) then (extract(epoch from p_row.at) * 1000000)::bigint::text
                else '' end, p_row.actor::text, p_row.act,
            p_row.subject::text, p_row.reason, p_row.before::text, p_row.after::text])
            with ordinality f (field, nr));
end
$$;
