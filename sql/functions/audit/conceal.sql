-- Puts subject ids in the place of account keys: members whose name ends in "_key", which ends in "_subject"
-- then. The caller holds the app's head row.
create or replace function interlock.audit_conceal(p_app_id text, p_members jsonb)
returns jsonb
language plpgsql strict
as $$
declare
    v_members jsonb := p_members;
    v_name text;
begin
    for v_name in select k from jsonb_object_keys(p_members) k where k ~ '_key$' loop
        v_members := v_members - v_name || jsonb_build_object(
            regexp_replace(v_name, '_key$', '_subject'),
            interlock.audit_subject(p_app_id, (p_members ->> v_name)::uuid));
    end loop;
    return v_members;
end
$$;
