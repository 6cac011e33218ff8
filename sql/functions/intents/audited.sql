-- Gives what the audit keeps of an intent as it is now, before and after an act: nothing that a client chose.
-- The caller holds the scope's row lock. A plain read.
create or replace function interlock.intents_audited(p_intent interlock.intent)
returns jsonb
language plpgsql stable
as $$
begin
    return jsonb_strip_nulls(jsonb_build_object(
        'status', p_intent.status, 'pending_reason', p_intent.pending_reason,
        'claims', (
            select coalesce(jsonb_agg(c.exclusion_set order by c.exclusion_set), '[]')
            from interlock.claim c
            where c.scope_id = p_intent.scope_id and c.intent_id = p_intent.intent_id),
        'expires_at', case when p_intent.open then interlock.audit_time(p_intent.expires_at) end,
        'delay_until', interlock.audit_time(p_intent.delay_until),
        'risk_until', interlock.audit_time(p_intent.risk_until)));
end
$$;
