-- Whether a record is filed under the accounts that it names is verified place by place.
create index audit_about_place on interlock.audit_about (app_id, place);
