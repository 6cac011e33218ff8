#include "CSchema.h"

// Every file of migrations/ and functions/ stands here once; a test compares this list with the folders.
#define FILE_OF(name, path) {path, name, sizeof(name) - 1}

static const char migrations_0001_installation[] = {
#embed "migrations/0001_installation.sql"
    , 0};
static const char migrations_0002_apps[] = {
#embed "migrations/0002_apps.sql"
    , 0};
static const char migrations_0003_accounts[] = {
#embed "migrations/0003_accounts.sql"
    , 0};
static const char migrations_0004_scopes[] = {
#embed "migrations/0004_scopes.sql"
    , 0};
static const char migrations_0005_ledger[] = {
#embed "migrations/0005_ledger.sql"
    , 0};
static const char migrations_0006_audit[] = {
#embed "migrations/0006_audit.sql"
    , 0};
static const char migrations_0007_answers[] = {
#embed "migrations/0007_answers.sql"
    , 0};
static const char migrations_0008_reconciliation[] = {
#embed "migrations/0008_reconciliation.sql"
    , 0};
static const char migrations_0009_groups[] = {
#embed "migrations/0009_groups.sql"
    , 0};
static const char migrations_0010_asking[] = {
#embed "migrations/0010_asking.sql"
    , 0};
static const char migrations_0011_console[] = {
#embed "migrations/0011_console.sql"
    , 0};
static const char migrations_0012_audit_chain[] = {
#embed "migrations/0012_audit_chain.sql"
    , 0};
static const char migrations_0013_stuck[] = {
#embed "migrations/0013_stuck.sql"
    , 0};
static const char migrations_0014_lock_delay[] = {
#embed "migrations/0014_lock_delay.sql"
    , 0};
static const char migrations_0015_store_health[] = {
#embed "migrations/0015_store_health.sql"
    , 0};
static const char migrations_0016_key_use[] = {
#embed "migrations/0016_key_use.sql"
    , 0};
static const char migrations_0017_audit_about_place[] = {
#embed "migrations/0017_audit_about_place.sql"
    , 0};
static const char functions_accounts_audited[] = {
#embed "functions/accounts/audited.sql"
    , 0};
static const char functions_accounts_ensure[] = {
#embed "functions/accounts/ensure.sql"
    , 0};
static const char functions_accounts_erase[] = {
#embed "functions/accounts/erase.sql"
    , 0};
static const char functions_accounts_forget[] = {
#embed "functions/accounts/forget.sql"
    , 0};
static const char functions_accounts_hold[] = {
#embed "functions/accounts/hold.sql"
    , 0};
static const char functions_accounts_locate[] = {
#embed "functions/accounts/locate.sql"
    , 0};
static const char functions_accounts_merge[] = {
#embed "functions/accounts/merge.sql"
    , 0};
static const char functions_accounts_of_token[] = {
#embed "functions/accounts/of_token.sql"
    , 0};
static const char functions_accounts_revive[] = {
#embed "functions/accounts/revive.sql"
    , 0};
static const char functions_accounts_set_token[] = {
#embed "functions/accounts/set_token.sql"
    , 0};
static const char functions_apps_audited[] = {
#embed "functions/apps/audited.sql"
    , 0};
static const char functions_apps_create[] = {
#embed "functions/apps/create.sql"
    , 0};
static const char functions_apps_list[] = {
#embed "functions/apps/list.sql"
    , 0};
static const char functions_apps_revisions[] = {
#embed "functions/apps/revisions.sql"
    , 0};
static const char functions_apps_update[] = {
#embed "functions/apps/update.sql"
    , 0};
static const char functions_audit_accounts[] = {
#embed "functions/audit/accounts.sql"
    , 0};
static const char functions_audit_append[] = {
#embed "functions/audit/append.sql"
    , 0};
static const char functions_audit_conceal[] = {
#embed "functions/audit/conceal.sql"
    , 0};
static const char functions_audit_digest[] = {
#embed "functions/audit/digest.sql"
    , 0};
static const char functions_audit_last[] = {
#embed "functions/audit/last.sql"
    , 0};
static const char functions_audit_list[] = {
#embed "functions/audit/list.sql"
    , 0};
static const char functions_audit_page[] = {
#embed "functions/audit/page.sql"
    , 0};
static const char functions_audit_subject[] = {
#embed "functions/audit/subject.sql"
    , 0};
static const char functions_audit_time[] = {
#embed "functions/audit/time.sql"
    , 0};
static const char functions_catalogs_apply[] = {
#embed "functions/catalogs/apply.sql"
    , 0};
static const char functions_catalogs_changes[] = {
#embed "functions/catalogs/changes.sql"
    , 0};
static const char functions_catalogs_difference[] = {
#embed "functions/catalogs/difference.sql"
    , 0};
static const char functions_catalogs_read[] = {
#embed "functions/catalogs/read.sql"
    , 0};
static const char functions_checks_claim[] = {
#embed "functions/checks/claim.sql"
    , 0};
static const char functions_checks_collect[] = {
#embed "functions/checks/collect.sql"
    , 0};
static const char functions_checks_expect[] = {
#embed "functions/checks/expect.sql"
    , 0};
static const char functions_checks_finish[] = {
#embed "functions/checks/finish.sql"
    , 0};
static const char functions_checks_holes[] = {
#embed "functions/checks/holes.sql"
    , 0};
static const char functions_checks_leads[] = {
#embed "functions/checks/leads.sql"
    , 0};
static const char functions_checks_token[] = {
#embed "functions/checks/token.sql"
    , 0};
static const char functions_console_account[] = {
#embed "functions/console/account.sql"
    , 0};
static const char functions_console_intent[] = {
#embed "functions/console/intent.sql"
    , 0};
static const char functions_console_overview[] = {
#embed "functions/console/overview.sql"
    , 0};
static const char functions_console_search[] = {
#embed "functions/console/search.sql"
    , 0};
static const char functions_console_sessions_close[] = {
#embed "functions/console_sessions/close.sql"
    , 0};
static const char functions_console_sessions_find[] = {
#embed "functions/console_sessions/find.sql"
    , 0};
static const char functions_console_sessions_open[] = {
#embed "functions/console_sessions/open.sql"
    , 0};
static const char functions_devices_forget[] = {
#embed "functions/devices/forget.sql"
    , 0};
static const char functions_devices_list[] = {
#embed "functions/devices/list.sql"
    , 0};
static const char functions_devices_note[] = {
#embed "functions/devices/note.sql"
    , 0};
static const char functions_groups_create[] = {
#embed "functions/groups/create.sql"
    , 0};
static const char functions_groups_dissolve[] = {
#embed "functions/groups/dissolve.sql"
    , 0};
static const char functions_groups_get[] = {
#embed "functions/groups/get.sql"
    , 0};
static const char functions_groups_hand_over[] = {
#embed "functions/groups/hand_over.sql"
    , 0};
static const char functions_groups_move[] = {
#embed "functions/groups/move.sql"
    , 0};
static const char functions_incidents_duplicates[] = {
#embed "functions/incidents/duplicates.sql"
    , 0};
static const char functions_incidents_late[] = {
#embed "functions/incidents/late.sql"
    , 0};
static const char functions_incidents_like[] = {
#embed "functions/incidents/like.sql"
    , 0};
static const char functions_incidents_list[] = {
#embed "functions/incidents/list.sql"
    , 0};
static const char functions_incidents_named[] = {
#embed "functions/incidents/named.sql"
    , 0};
static const char functions_incidents_note[] = {
#embed "functions/incidents/note.sql"
    , 0};
static const char functions_incidents_of_claim[] = {
#embed "functions/incidents/of_claim.sql"
    , 0};
static const char functions_incidents_resolve[] = {
#embed "functions/incidents/resolve.sql"
    , 0};
static const char functions_installation_epoch[] = {
#embed "functions/installation/epoch.sql"
    , 0};
static const char functions_installation_grant[] = {
#embed "functions/installation/grant.sql"
    , 0};
static const char functions_installation_guard[] = {
#embed "functions/installation/guard.sql"
    , 0};
static const char functions_installation_partitions[] = {
#embed "functions/installation/partitions.sql"
    , 0};
static const char functions_intents_ahead[] = {
#embed "functions/intents/ahead.sql"
    , 0};
static const char functions_intents_answer[] = {
#embed "functions/intents/answer.sql"
    , 0};
static const char functions_intents_audited[] = {
#embed "functions/intents/audited.sql"
    , 0};
static const char functions_intents_await[] = {
#embed "functions/intents/await.sql"
    , 0};
static const char functions_intents_claim[] = {
#embed "functions/intents/claim.sql"
    , 0};
static const char functions_intents_close[] = {
#embed "functions/intents/close.sql"
    , 0};
static const char functions_intents_complete[] = {
#embed "functions/intents/complete.sql"
    , 0};
static const char functions_intents_conflicts[] = {
#embed "functions/intents/conflicts.sql"
    , 0};
static const char functions_intents_count[] = {
#embed "functions/intents/count.sql"
    , 0};
static const char functions_intents_delay[] = {
#embed "functions/intents/delay.sql"
    , 0};
static const char functions_intents_find[] = {
#embed "functions/intents/find.sql"
    , 0};
static const char functions_intents_get[] = {
#embed "functions/intents/get.sql"
    , 0};
static const char functions_intents_hear[] = {
#embed "functions/intents/hear.sql"
    , 0};
static const char functions_intents_lane[] = {
#embed "functions/intents/lane.sql"
    , 0};
static const char functions_intents_list[] = {
#embed "functions/intents/list.sql"
    , 0};
static const char functions_intents_locks[] = {
#embed "functions/intents/locks.sql"
    , 0};
static const char functions_intents_obstacle[] = {
#embed "functions/intents/obstacle.sql"
    , 0};
static const char functions_intents_open[] = {
#embed "functions/intents/open.sql"
    , 0};
static const char functions_intents_preview[] = {
#embed "functions/intents/preview.sql"
    , 0};
static const char functions_intents_promote[] = {
#embed "functions/intents/promote.sql"
    , 0};
static const char functions_intents_refusal[] = {
#embed "functions/intents/refusal.sql"
    , 0};
static const char functions_intents_release[] = {
#embed "functions/intents/release.sql"
    , 0};
static const char functions_intents_remember[] = {
#embed "functions/intents/remember.sql"
    , 0};
static const char functions_intents_renew[] = {
#embed "functions/intents/renew.sql"
    , 0};
static const char functions_intents_reopen[] = {
#embed "functions/intents/reopen.sql"
    , 0};
static const char functions_intents_report[] = {
#embed "functions/intents/report.sql"
    , 0};
static const char functions_intents_reserve[] = {
#embed "functions/intents/reserve.sql"
    , 0};
static const char functions_intents_review[] = {
#embed "functions/intents/review.sql"
    , 0};
static const char functions_intents_reviews[] = {
#embed "functions/intents/reviews.sql"
    , 0};
static const char functions_intents_settle[] = {
#embed "functions/intents/settle.sql"
    , 0};
static const char functions_intents_settled_by[] = {
#embed "functions/intents/settled_by.sql"
    , 0};
static const char functions_intents_stuck[] = {
#embed "functions/intents/stuck.sql"
    , 0};
static const char functions_intents_warn[] = {
#embed "functions/intents/warn.sql"
    , 0};
static const char functions_intents_withdraw[] = {
#embed "functions/intents/withdraw.sql"
    , 0};
static const char functions_invitations_create[] = {
#embed "functions/invitations/create.sql"
    , 0};
static const char functions_invitations_restore[] = {
#embed "functions/invitations/restore.sql"
    , 0};
static const char functions_invitations_revoke[] = {
#embed "functions/invitations/revoke.sql"
    , 0};
static const char functions_invitations_revoke_of[] = {
#embed "functions/invitations/revoke_of.sql"
    , 0};
static const char functions_invitations_take[] = {
#embed "functions/invitations/take.sql"
    , 0};
static const char functions_keys_create[] = {
#embed "functions/keys/create.sql"
    , 0};
static const char functions_keys_list[] = {
#embed "functions/keys/list.sql"
    , 0};
static const char functions_keys_revoke[] = {
#embed "functions/keys/revoke.sql"
    , 0};
static const char functions_keys_use[] = {
#embed "functions/keys/use.sql"
    , 0};
static const char functions_notifications_ingest[] = {
#embed "functions/notifications/ingest.sql"
    , 0};
static const char functions_ownership_document[] = {
#embed "functions/ownership/document.sql"
    , 0};
static const char functions_ownership_replace[] = {
#embed "functions/ownership/replace.sql"
    , 0};
static const char functions_ownership_verdict[] = {
#embed "functions/ownership/verdict.sql"
    , 0};
static const char functions_samples_note[] = {
#embed "functions/samples/note.sql"
    , 0};
static const char functions_samples_take[] = {
#embed "functions/samples/take.sql"
    , 0};
static const char functions_samples_waiting[] = {
#embed "functions/samples/waiting.sql"
    , 0};
static const char functions_scopes_bump[] = {
#embed "functions/scopes/bump.sql"
    , 0};
static const char functions_scopes_deadlines[] = {
#embed "functions/scopes/deadlines.sql"
    , 0};
static const char functions_scopes_due[] = {
#embed "functions/scopes/due.sql"
    , 0};
static const char functions_scopes_enter[] = {
#embed "functions/scopes/enter.sql"
    , 0};
static const char functions_scopes_expect[] = {
#embed "functions/scopes/expect.sql"
    , 0};
static const char functions_scopes_expire[] = {
#embed "functions/scopes/expire.sql"
    , 0};
static const char functions_scopes_leave[] = {
#embed "functions/scopes/leave.sql"
    , 0};
static const char functions_scopes_microseconds[] = {
#embed "functions/scopes/microseconds.sql"
    , 0};
static const char functions_scopes_next_change[] = {
#embed "functions/scopes/next_change.sql"
    , 0};
static const char functions_scopes_open[] = {
#embed "functions/scopes/open.sql"
    , 0};
static const char functions_scopes_seconds[] = {
#embed "functions/scopes/seconds.sql"
    , 0};
static const char functions_scopes_settle[] = {
#embed "functions/scopes/settle.sql"
    , 0};
static const char functions_scopes_state[] = {
#embed "functions/scopes/state.sql"
    , 0};
static const char functions_scopes_sweep[] = {
#embed "functions/scopes/sweep.sql"
    , 0};
static const char functions_scopes_versions[] = {
#embed "functions/scopes/versions.sql"
    , 0};
static const char functions_store_access_read[] = {
#embed "functions/store_access/read.sql"
    , 0};
static const char functions_store_access_remove[] = {
#embed "functions/store_access/remove.sql"
    , 0};
static const char functions_store_access_set[] = {
#embed "functions/store_access/set.sql"
    , 0};
static const char functions_store_accounts_note[] = {
#embed "functions/store_accounts/note.sql"
    , 0};
static const char functions_store_accounts_withdraw[] = {
#embed "functions/store_accounts/withdraw.sql"
    , 0};
static const char functions_store_health_list[] = {
#embed "functions/store_health/list.sql"
    , 0};
static const char functions_store_health_note[] = {
#embed "functions/store_health/note.sql"
    , 0};
static const char functions_transactions_assign[] = {
#embed "functions/transactions/assign.sql"
    , 0};
static const char functions_transactions_bring[] = {
#embed "functions/transactions/bring.sql"
    , 0};
static const char functions_transactions_claim[] = {
#embed "functions/transactions/claim.sql"
    , 0};
static const char functions_transactions_claimant[] = {
#embed "functions/transactions/claimant.sql"
    , 0};
static const char functions_transactions_entitlements[] = {
#embed "functions/transactions/entitlements.sql"
    , 0};
static const char functions_transactions_fact[] = {
#embed "functions/transactions/fact.sql"
    , 0};
static const char functions_transactions_fold[] = {
#embed "functions/transactions/fold.sql"
    , 0};
static const char functions_transactions_ingest[] = {
#embed "functions/transactions/ingest.sql"
    , 0};
static const char functions_transactions_keep[] = {
#embed "functions/transactions/keep.sql"
    , 0};
static const char functions_transactions_list[] = {
#embed "functions/transactions/list.sql"
    , 0};
static const char functions_transactions_offer[] = {
#embed "functions/transactions/offer.sql"
    , 0};
static const char functions_transactions_parked[] = {
#embed "functions/transactions/parked.sql"
    , 0};
static const char functions_transactions_record[] = {
#embed "functions/transactions/record.sql"
    , 0};
static const char functions_transactions_transfer[] = {
#embed "functions/transactions/transfer.sql"
    , 0};

static const struct schema_file migrations[] = {
    FILE_OF(migrations_0001_installation, "migrations/0001_installation.sql"),
    FILE_OF(migrations_0002_apps, "migrations/0002_apps.sql"),
    FILE_OF(migrations_0003_accounts, "migrations/0003_accounts.sql"),
    FILE_OF(migrations_0004_scopes, "migrations/0004_scopes.sql"),
    FILE_OF(migrations_0005_ledger, "migrations/0005_ledger.sql"),
    FILE_OF(migrations_0006_audit, "migrations/0006_audit.sql"),
    FILE_OF(migrations_0007_answers, "migrations/0007_answers.sql"),
    FILE_OF(migrations_0008_reconciliation, "migrations/0008_reconciliation.sql"),
    FILE_OF(migrations_0009_groups, "migrations/0009_groups.sql"),
    FILE_OF(migrations_0010_asking, "migrations/0010_asking.sql"),
    FILE_OF(migrations_0011_console, "migrations/0011_console.sql"),
    FILE_OF(migrations_0012_audit_chain, "migrations/0012_audit_chain.sql"),
    FILE_OF(migrations_0013_stuck, "migrations/0013_stuck.sql"),
    FILE_OF(migrations_0014_lock_delay, "migrations/0014_lock_delay.sql"),
    FILE_OF(migrations_0015_store_health, "migrations/0015_store_health.sql"),
    FILE_OF(migrations_0016_key_use, "migrations/0016_key_use.sql"),
    FILE_OF(migrations_0017_audit_about_place, "migrations/0017_audit_about_place.sql"),
};

static const struct schema_file functions[] = {
    FILE_OF(functions_accounts_audited, "functions/accounts/audited.sql"),
    FILE_OF(functions_accounts_ensure, "functions/accounts/ensure.sql"),
    FILE_OF(functions_accounts_erase, "functions/accounts/erase.sql"),
    FILE_OF(functions_accounts_forget, "functions/accounts/forget.sql"),
    FILE_OF(functions_accounts_hold, "functions/accounts/hold.sql"),
    FILE_OF(functions_accounts_locate, "functions/accounts/locate.sql"),
    FILE_OF(functions_accounts_merge, "functions/accounts/merge.sql"),
    FILE_OF(functions_accounts_of_token, "functions/accounts/of_token.sql"),
    FILE_OF(functions_accounts_revive, "functions/accounts/revive.sql"),
    FILE_OF(functions_accounts_set_token, "functions/accounts/set_token.sql"),
    FILE_OF(functions_apps_audited, "functions/apps/audited.sql"),
    FILE_OF(functions_apps_create, "functions/apps/create.sql"),
    FILE_OF(functions_apps_list, "functions/apps/list.sql"),
    FILE_OF(functions_apps_revisions, "functions/apps/revisions.sql"),
    FILE_OF(functions_apps_update, "functions/apps/update.sql"),
    FILE_OF(functions_audit_accounts, "functions/audit/accounts.sql"),
    FILE_OF(functions_audit_append, "functions/audit/append.sql"),
    FILE_OF(functions_audit_conceal, "functions/audit/conceal.sql"),
    FILE_OF(functions_audit_digest, "functions/audit/digest.sql"),
    FILE_OF(functions_audit_last, "functions/audit/last.sql"),
    FILE_OF(functions_audit_list, "functions/audit/list.sql"),
    FILE_OF(functions_audit_page, "functions/audit/page.sql"),
    FILE_OF(functions_audit_subject, "functions/audit/subject.sql"),
    FILE_OF(functions_audit_time, "functions/audit/time.sql"),
    FILE_OF(functions_catalogs_apply, "functions/catalogs/apply.sql"),
    FILE_OF(functions_catalogs_changes, "functions/catalogs/changes.sql"),
    FILE_OF(functions_catalogs_difference, "functions/catalogs/difference.sql"),
    FILE_OF(functions_catalogs_read, "functions/catalogs/read.sql"),
    FILE_OF(functions_checks_claim, "functions/checks/claim.sql"),
    FILE_OF(functions_checks_collect, "functions/checks/collect.sql"),
    FILE_OF(functions_checks_expect, "functions/checks/expect.sql"),
    FILE_OF(functions_checks_finish, "functions/checks/finish.sql"),
    FILE_OF(functions_checks_holes, "functions/checks/holes.sql"),
    FILE_OF(functions_checks_leads, "functions/checks/leads.sql"),
    FILE_OF(functions_checks_token, "functions/checks/token.sql"),
    FILE_OF(functions_console_account, "functions/console/account.sql"),
    FILE_OF(functions_console_intent, "functions/console/intent.sql"),
    FILE_OF(functions_console_overview, "functions/console/overview.sql"),
    FILE_OF(functions_console_search, "functions/console/search.sql"),
    FILE_OF(functions_console_sessions_close, "functions/console_sessions/close.sql"),
    FILE_OF(functions_console_sessions_find, "functions/console_sessions/find.sql"),
    FILE_OF(functions_console_sessions_open, "functions/console_sessions/open.sql"),
    FILE_OF(functions_devices_forget, "functions/devices/forget.sql"),
    FILE_OF(functions_devices_list, "functions/devices/list.sql"),
    FILE_OF(functions_devices_note, "functions/devices/note.sql"),
    FILE_OF(functions_groups_create, "functions/groups/create.sql"),
    FILE_OF(functions_groups_dissolve, "functions/groups/dissolve.sql"),
    FILE_OF(functions_groups_get, "functions/groups/get.sql"),
    FILE_OF(functions_groups_hand_over, "functions/groups/hand_over.sql"),
    FILE_OF(functions_groups_move, "functions/groups/move.sql"),
    FILE_OF(functions_incidents_duplicates, "functions/incidents/duplicates.sql"),
    FILE_OF(functions_incidents_late, "functions/incidents/late.sql"),
    FILE_OF(functions_incidents_like, "functions/incidents/like.sql"),
    FILE_OF(functions_incidents_list, "functions/incidents/list.sql"),
    FILE_OF(functions_incidents_named, "functions/incidents/named.sql"),
    FILE_OF(functions_incidents_note, "functions/incidents/note.sql"),
    FILE_OF(functions_incidents_of_claim, "functions/incidents/of_claim.sql"),
    FILE_OF(functions_incidents_resolve, "functions/incidents/resolve.sql"),
    FILE_OF(functions_installation_epoch, "functions/installation/epoch.sql"),
    FILE_OF(functions_installation_grant, "functions/installation/grant.sql"),
    FILE_OF(functions_installation_guard, "functions/installation/guard.sql"),
    FILE_OF(functions_installation_partitions, "functions/installation/partitions.sql"),
    FILE_OF(functions_intents_ahead, "functions/intents/ahead.sql"),
    FILE_OF(functions_intents_answer, "functions/intents/answer.sql"),
    FILE_OF(functions_intents_audited, "functions/intents/audited.sql"),
    FILE_OF(functions_intents_await, "functions/intents/await.sql"),
    FILE_OF(functions_intents_claim, "functions/intents/claim.sql"),
    FILE_OF(functions_intents_close, "functions/intents/close.sql"),
    FILE_OF(functions_intents_complete, "functions/intents/complete.sql"),
    FILE_OF(functions_intents_conflicts, "functions/intents/conflicts.sql"),
    FILE_OF(functions_intents_count, "functions/intents/count.sql"),
    FILE_OF(functions_intents_delay, "functions/intents/delay.sql"),
    FILE_OF(functions_intents_find, "functions/intents/find.sql"),
    FILE_OF(functions_intents_get, "functions/intents/get.sql"),
    FILE_OF(functions_intents_hear, "functions/intents/hear.sql"),
    FILE_OF(functions_intents_lane, "functions/intents/lane.sql"),
    FILE_OF(functions_intents_list, "functions/intents/list.sql"),
    FILE_OF(functions_intents_locks, "functions/intents/locks.sql"),
    FILE_OF(functions_intents_obstacle, "functions/intents/obstacle.sql"),
    FILE_OF(functions_intents_open, "functions/intents/open.sql"),
    FILE_OF(functions_intents_preview, "functions/intents/preview.sql"),
    FILE_OF(functions_intents_promote, "functions/intents/promote.sql"),
    FILE_OF(functions_intents_refusal, "functions/intents/refusal.sql"),
    FILE_OF(functions_intents_release, "functions/intents/release.sql"),
    FILE_OF(functions_intents_remember, "functions/intents/remember.sql"),
    FILE_OF(functions_intents_renew, "functions/intents/renew.sql"),
    FILE_OF(functions_intents_reopen, "functions/intents/reopen.sql"),
    FILE_OF(functions_intents_report, "functions/intents/report.sql"),
    FILE_OF(functions_intents_reserve, "functions/intents/reserve.sql"),
    FILE_OF(functions_intents_review, "functions/intents/review.sql"),
    FILE_OF(functions_intents_reviews, "functions/intents/reviews.sql"),
    FILE_OF(functions_intents_settle, "functions/intents/settle.sql"),
    FILE_OF(functions_intents_settled_by, "functions/intents/settled_by.sql"),
    FILE_OF(functions_intents_stuck, "functions/intents/stuck.sql"),
    FILE_OF(functions_intents_warn, "functions/intents/warn.sql"),
    FILE_OF(functions_intents_withdraw, "functions/intents/withdraw.sql"),
    FILE_OF(functions_invitations_create, "functions/invitations/create.sql"),
    FILE_OF(functions_invitations_restore, "functions/invitations/restore.sql"),
    FILE_OF(functions_invitations_revoke, "functions/invitations/revoke.sql"),
    FILE_OF(functions_invitations_revoke_of, "functions/invitations/revoke_of.sql"),
    FILE_OF(functions_invitations_take, "functions/invitations/take.sql"),
    FILE_OF(functions_keys_create, "functions/keys/create.sql"),
    FILE_OF(functions_keys_list, "functions/keys/list.sql"),
    FILE_OF(functions_keys_revoke, "functions/keys/revoke.sql"),
    FILE_OF(functions_keys_use, "functions/keys/use.sql"),
    FILE_OF(functions_notifications_ingest, "functions/notifications/ingest.sql"),
    FILE_OF(functions_ownership_document, "functions/ownership/document.sql"),
    FILE_OF(functions_ownership_replace, "functions/ownership/replace.sql"),
    FILE_OF(functions_ownership_verdict, "functions/ownership/verdict.sql"),
    FILE_OF(functions_samples_note, "functions/samples/note.sql"),
    FILE_OF(functions_samples_take, "functions/samples/take.sql"),
    FILE_OF(functions_samples_waiting, "functions/samples/waiting.sql"),
    FILE_OF(functions_scopes_bump, "functions/scopes/bump.sql"),
    FILE_OF(functions_scopes_deadlines, "functions/scopes/deadlines.sql"),
    FILE_OF(functions_scopes_due, "functions/scopes/due.sql"),
    FILE_OF(functions_scopes_enter, "functions/scopes/enter.sql"),
    FILE_OF(functions_scopes_expect, "functions/scopes/expect.sql"),
    FILE_OF(functions_scopes_expire, "functions/scopes/expire.sql"),
    FILE_OF(functions_scopes_leave, "functions/scopes/leave.sql"),
    FILE_OF(functions_scopes_microseconds, "functions/scopes/microseconds.sql"),
    FILE_OF(functions_scopes_next_change, "functions/scopes/next_change.sql"),
    FILE_OF(functions_scopes_open, "functions/scopes/open.sql"),
    FILE_OF(functions_scopes_seconds, "functions/scopes/seconds.sql"),
    FILE_OF(functions_scopes_settle, "functions/scopes/settle.sql"),
    FILE_OF(functions_scopes_state, "functions/scopes/state.sql"),
    FILE_OF(functions_scopes_sweep, "functions/scopes/sweep.sql"),
    FILE_OF(functions_scopes_versions, "functions/scopes/versions.sql"),
    FILE_OF(functions_store_access_read, "functions/store_access/read.sql"),
    FILE_OF(functions_store_access_remove, "functions/store_access/remove.sql"),
    FILE_OF(functions_store_access_set, "functions/store_access/set.sql"),
    FILE_OF(functions_store_accounts_note, "functions/store_accounts/note.sql"),
    FILE_OF(functions_store_accounts_withdraw, "functions/store_accounts/withdraw.sql"),
    FILE_OF(functions_store_health_list, "functions/store_health/list.sql"),
    FILE_OF(functions_store_health_note, "functions/store_health/note.sql"),
    FILE_OF(functions_transactions_assign, "functions/transactions/assign.sql"),
    FILE_OF(functions_transactions_bring, "functions/transactions/bring.sql"),
    FILE_OF(functions_transactions_claim, "functions/transactions/claim.sql"),
    FILE_OF(functions_transactions_claimant, "functions/transactions/claimant.sql"),
    FILE_OF(functions_transactions_entitlements, "functions/transactions/entitlements.sql"),
    FILE_OF(functions_transactions_fact, "functions/transactions/fact.sql"),
    FILE_OF(functions_transactions_fold, "functions/transactions/fold.sql"),
    FILE_OF(functions_transactions_ingest, "functions/transactions/ingest.sql"),
    FILE_OF(functions_transactions_keep, "functions/transactions/keep.sql"),
    FILE_OF(functions_transactions_list, "functions/transactions/list.sql"),
    FILE_OF(functions_transactions_offer, "functions/transactions/offer.sql"),
    FILE_OF(functions_transactions_parked, "functions/transactions/parked.sql"),
    FILE_OF(functions_transactions_record, "functions/transactions/record.sql"),
    FILE_OF(functions_transactions_transfer, "functions/transactions/transfer.sql"),
};

const struct schema_file *const schema_migrations = migrations;
const size_t schema_migration_count = sizeof(migrations) / sizeof(migrations[0]);
const struct schema_file *const schema_functions = functions;
const size_t schema_function_count = sizeof(functions) / sizeof(functions[0]);
