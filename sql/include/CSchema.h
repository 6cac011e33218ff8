#ifndef INTERLOCK_CSCHEMA_H
#define INTERLOCK_CSCHEMA_H

#include <stddef.h>

/// One SQL file of `sql/`, embedded in the executable: its path below `sql/`, and its text.
struct schema_file {
    const char *path;
    const char *text;
    size_t length;
};

/// The numbered migrations in the order in which they are applied.
extern const struct schema_file *const schema_migrations;
extern const size_t schema_migration_count;

/// The functions, one file each; their bodies are resolved at the first call, so the order is free.
extern const struct schema_file *const schema_functions;
extern const size_t schema_function_count;

#endif
