import ArgumentParser
import BotConfiguration
import Foundation

/// The option that selects an existing data directory.
struct DataFolderOption: ParsableArguments {
    private static let configured = StoreSettings.path(in: URL(fileURLWithPath: "config.yaml"))

    @Option(
        help: ArgumentHelp(
            "Data directory (default: `store.path` of config.yaml in the working directory, or data)", valueName: "directory"),
        completion: .directory)
    var data: String?

    var folder: String { data ?? Self.configured ?? "data" }
}
