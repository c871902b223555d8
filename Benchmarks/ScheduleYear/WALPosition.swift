import Foundation

#if canImport(Glibc)
    @preconcurrency import Glibc
#endif

/// The end of a database's write-ahead log, according to its index.
struct WALPosition: Equatable {
    enum Failure: Error { case unreadable(String) }

    private let salt: Data
    private let frames: Int
    /// The number of frames that are already in the database.
    private let restored: Int
    private let path: String

    private static let header = 32, frame = 24 + 4096

    /// - Parameter path: The path of the database.
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

    /// Returns the range in which the log may be truncated so that some or all later commits are lost and nothing before; nil if there are
    /// no later commits, or they are in the database already.
    func cuts(until end: WALPosition) -> Range<Int>? {
        // A restarted log has had all earlier frames moved to the database.
        let first = end.salt == salt ? frames : 0
        guard end.frames > first, end.restored <= first else { return nil }
        return Self.header + first * Self.frame..<Self.header + end.frames * Self.frame
    }

    func cut(at byte: Int) throws {
        guard truncate(path + "-wal", off_t(byte)) == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    }
}
