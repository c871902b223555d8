import Foundation
import GRDB

/// A private copy of a damaged database, from which rows are read.
struct SalvageSource {
    /// The first bytes of a database whose pages have the usual size, with a write-ahead log.
    private static let standardHeader = Array("SQLite format 3\0".utf8) + [0x10, 0x00, 2, 2, 0, 64, 32, 32]
    private static let pageBytes: Int64 = 4096

    let path: String

    init(of path: String) { self.path = path }

    /// Copies the database with its log. A damaged header is replaced by that of every database of a bot.
    func copy(to copy: String) throws {
        for suffix in ["", "-wal"] where FileManager.default.fileExists(atPath: path + suffix) {
            try PrivateFile.prepare(copy + suffix)
            let source = try PositionedFile.reading(path + suffix)
            let target = try PositionedFile.writing(copy + suffix, isNew: false)
            _ = try source.read(at: 0, count: try source.size) { try target.write($0) }
        }
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: copy))
        defer { try? file.close() }
        guard let header = try file.read(upToCount: 100), header.count == 100 else { return }
        let isStandard =
            header.starts(with: Self.standardHeader) && Array(header[44..<48]) == [0, 0, 0, 4]
            && Array(header[56..<60]) == [0, 0, 0, 1]
        guard !isStandard else { return }
        var repaired = Self.standardHeader + Array(header[24..<28])
        let pages = UInt32(clamping: (Int64(try file.seekToEnd()) + Self.pageBytes - 1) / Self.pageBytes)
        repaired += withUnsafeBytes(of: pages.bigEndian) { Array($0) }
        repaired += [UInt8](repeating: 0, count: 8)  // No list of free pages.
        repaired += Array(header[40..<44]) + [0, 0, 0, 4] + [UInt8](repeating: 0, count: 8) + [0, 0, 0, 1]
        repaired += Array(header[60..<64]) + [UInt8](repeating: 0, count: 28) + Array(header[24..<28]) + Array(header[96..<100])
        try file.seek(toOffset: 0)
        try file.write(contentsOf: repaired)
    }

    /// Opens the copy. A file that is shorter than its header says can be read as far as it goes.
    static func open(_ copy: String) throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.foreignKeysEnabled = false
        configuration.prepareDatabase { database in
            try database.execute(sql: "PRAGMA writable_schema = ON; PRAGMA cell_size_check = ON")
            try database.add(nil)
        }
        return try DatabaseQueue(path: copy, configuration: configuration)
    }
}
