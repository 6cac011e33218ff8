/// Lists every command, in the order of the help.
enum CommandTable {
    static let all: [Command] =
        [ServeCommand.serve, MigrateCommand.migrate] + AppCommands.all + KeyCommands.all
        + [TokenCommand.token] + CatalogCommands.all + LockCommands.all + AccountCommands.all
        + [SearchCommand.search, OverviewCommand.overview] + IncidentCommands.all
        + TransactionCommands.all + AuditCommands.all
        + [ReconcileCommand.reconcile, DoctorCommand.doctor, DemoCommand.demo]
        + FakeStoreCommand.all + BenchCommands.all + [VersionCommand.command]
}
