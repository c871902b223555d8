import ChatModel
import Foundation

/// The scheduled backups of a data directory.
package struct BackupSettings: Hashable, Sendable {
    /// The interval between two backups.
    package var interval: Duration
    /// The number of backups that are kept.
    package var keep: Int
    /// The absolute path of the folder for backups; nil for `backups` in the data directory.
    package var path: String?

    package init(interval: Duration = .seconds(86_400), keep: Int = 7, path: String? = nil) {
        self.interval = interval
        self.keep = keep
        self.path = path
    }
}

extension BackupSettings {
    /// The minimum interval: a backup reads everything that is stored.
    private static let minInterval = Duration.seconds(600)

    /// Reads the section; nil if it is not a map.
    init?(_ node: ConfigNode, folder: URL, _ diagnostics: DiagnosticCollector) {
        guard var map = MapReader(node, "'backup'", diagnostics) else { return nil }
        self.init()
        interval =
            map.take("every", "The interval between two backups (default: 24h).")?.duration(
                in: Self.minInterval...Duration.seconds(DurationText.longest), diagnostics) ?? interval
        keep =
            map.take("keep", "The number of backups to keep; older ones are deleted (default: 7).")?.wholeNumber(
                in: 1...10_000, diagnostics) ?? keep
        path = map.take(
            "path", "The folder for backups, of this bot alone (default: `backups` in the data directory).")?.path(
                in: folder, diagnostics)
        map.finish()
    }
}
