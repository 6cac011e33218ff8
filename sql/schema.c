#include "CSchema.h"

const struct schema_file *const schema_migrations = NULL;
const size_t schema_migration_count = 0;
const struct schema_file *const schema_functions = NULL;
const size_t schema_function_count = 0;
