import ArgumentParser

/// The commands for stored data.
struct DataCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "data",
        abstract: "Manage backups, moves, retention, encryption and users' data.",
        subcommands: [
            RetentionCommand.self, EncryptCommand.self, NewKeyCommand.self, ExportUserCommand.self, EraseUserCommand.self,
            UpgradeCommand.self, DataCheckCommand.self, SalvageCommand.self, BackupCommand.self, RestoreCommand.self,
            MigrateCommand.self,
        ])
}
