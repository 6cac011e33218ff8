-- Appends what an administrator did, in the transaction of the act itself.
create or replace function interlock.audit_append(
    p_audit_id uuid, p_app_id text, p_actor jsonb, p_act text, p_subject jsonb, p_reason text,
    p_detail jsonb)
returns void
language sql strict
as $$
    insert into interlock.audit (audit_id, app_id, at, actor, act, subject, reason, detail)
    values (
        p_audit_id, p_app_id, clock_timestamp(), p_actor, p_act, p_subject, p_reason, p_detail)
$$;
