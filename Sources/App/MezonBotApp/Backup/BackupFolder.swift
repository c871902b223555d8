import BotConfiguration
import ChatModel
import Foundation

/// The folder of scheduled backups: `mezon-bot-20260131T120000Z.tar` and the like. Other files in it are left alone.
struct BackupFolder: Sendable {
    private static let prefix = "mezon-bot-", suffix = ".tar"

    let path: String

    init(_ settings: BackupSettings, dataFolder: String) { path = settings.path ?? dataFolder + "/backups" }

    /// The path of a backup made at a time.
    func file(at date: Date) -> String { "\(path)/\(Self.prefix)\(date.compactStamp)\(Self.suffix)" }

    /// The times of the backups, oldest first.
    func dates() -> [Date] { dates(endingIn: Self.suffix) }

    /// Creates the folder for its owner only, if it is missing.
    func create() throws {
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    /// Deletes the oldest backups beyond a number, and what killed processes have left of unfinished ones.
    ///
    /// - Parameter date: The time of the backup just made. It is kept, also if others seem to be newer after a step of the clock.
    /// - Returns: The number of backups deleted.
    func prune(keeping count: Int, after date: Date) throws -> Int {
        for date in dates(endingIn: Self.suffix + ".part") {
            for name in try FileManager.default.contentsOfDirectory(atPath: path) where name.hasPrefix(draftPrefix(date)) {
                try FileManager.default.removeItem(atPath: "\(path)/\(name)")
            }
        }
        let made = date.compactStamp
        let old = dates().filter { $0.compactStamp != made }.dropLast(count - 1)
        for date in old { try FileManager.default.removeItem(atPath: file(at: date)) }
        return old.count
    }

    /// The time until the next backup is due. A backup of the future, which a step of the clock leaves behind, counts as new.
    func delay(every interval: Duration, at now: Date) -> Duration {
        guard let last = dates().last else { return .zero }
        return max(.zero, min(interval, interval - .seconds(now.timeIntervalSince(last))))
    }

    private func draftPrefix(_ date: Date) -> String { "\(Self.prefix)\(date.compactStamp)\(Self.suffix).part" }

    private func dates(endingIn end: String) -> [Date] {
        ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).compactMap { name in
            guard name.hasPrefix(Self.prefix), name.hasSuffix(end) else { return nil }
            return Date(compactStamp: String(name.dropFirst(Self.prefix.count).dropLast(end.count)))
        }.sorted()
    }
}
