import Foundation

#if canImport(Glibc)
    @preconcurrency import Glibc
#endif

/// How far a database's write-ahead log has come, as its index says.
struct WALPosition: Equatable {
    enum Failure: Error { case unreadable(String) }

    private let salt: Data
    private let frames: Int
    /// How many of them are in the database already.
    private let restored: Int
    private let path: String

    private static let header = 32, frame = 24 + 4096

    /// - Parameter path: of the database.
    init(of path: String) throws {
        self.path = path
        let file = FileHandle(forReadingAtPath: path + "-shm")
        defer { try? file?.close() }
        guard let bytes = try file?.read(upToCount: 100), bytes.count == 100 else { throw WALPosition.Failure.unreadable(path) }
        salt = Data(bytes[32..<40])
        frames = Self.number(bytes[16..<20])
        restored = Self.number(bytes[96..<100])
    }

    private static func number(_ bytes: Data) -> Int { bytes.reversed().reduce(0) { $0 << 8 | Int($1) } }

    /// Where the log may be cut off so that what was committed since is lost, wholly or from some commit on, and nothing that was
    /// there before; nil where nothing was committed since, or what was is in the database already.
    func cuts(until end: WALPosition) -> Range<Int>? {
        // A log that began anew had all that was before it in the database.
        let first = end.salt == salt ? frames : 0
        guard end.frames > first, end.restored <= first else { return nil }
        return Self.header + first * Self.frame..<Self.header + end.frames * Self.frame
    }

    func cut(at byte: Int) throws {
        guard truncate(path + "-wal", off_t(byte)) == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    }
}
