import Foundation
import GRDB

/// SQLite's check of the databases of a directory.
enum DatabaseIntegrity {
    /// Checks a copy of the directory, because opening a database changes it.
    ///
    /// - Parameter folder: The folder of the copy, which may contain an earlier one.
    static func errors(in image: DirectoryImage, copiedTo folder: String) throws -> [String] {
        try image.write(to: folder)
        return image.files.keys.filter { $0.hasSuffix(".sqlite") }.sorted().flatMap { name in
            do {
                let lines = try report(on: folder + "/" + name)
                return lines == ["ok"] ? [] : lines.map { "\(name): \($0)" }
            } catch {
                return ["\(name): \(error)"]
            }
        }
    }

    private static func report(on path: String) throws -> [String] {
        var configuration = Configuration()
        configuration.prepareDatabase { try $0.execute(sql: "PRAGMA synchronous = OFF") }
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        let lines = try queue.inDatabase { try String.fetchAll($0, sql: "PRAGMA integrity_check") }
        try queue.close()
        return lines
    }
}
