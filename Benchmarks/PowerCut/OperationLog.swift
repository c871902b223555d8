import Foundation

/// The operations on a directory that `Benchmarks/UnsyncedWrites` has recorded, in order. Its header file documents the format.
struct OperationLog {
    enum Failure: Error, CustomStringConvertible {
        case unknownKind(UInt32, offset: Int)
        var description: String {
            switch self {
            case .unknownKind(let kind, let offset): "the operation log has a record of unknown kind \(kind) at byte \(offset)"
            }
        }
    }

    private(set) var operations: [FileOperation] = []

    /// Reads a file. If it is missing, the log is empty: the process was killed before it began one.
    init(contentsOf file: URL) throws {
        let exists = FileManager.default.fileExists(atPath: file.path)
        try self.init(exists ? [UInt8](Data(contentsOf: file)) : [])
    }

    /// Reads all complete records. The last one is truncated if the process was killed while it wrote it.
    init(_ bytes: [UInt8]) throws {
        var offset = 0
        while let header = Header(bytes, at: offset), header.end <= bytes.count {
            operations.append(try Self.operation(header, bytes))
            offset = header.end
        }
    }

    /// The fixed part of a record.
    private struct Header {
        private static let size = 24

        let kind: UInt32
        let file: Int
        let position: Int
        private let start: Int
        private let lengths: (Int, Int)

        init?(_ bytes: [UInt8], at offset: Int) {
            guard offset + Self.size <= bytes.count else { return nil }
            func number(at place: Int) -> UInt32 {
                bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset + place, as: UInt32.self) }
            }
            kind = number(at: 0)
            file = Int(number(at: 4))
            position = Int(
                truncatingIfNeeded: bytes.withUnsafeBytes {
                    $0.loadUnaligned(fromByteOffset: offset + 8, as: UInt64.self)
                })
            start = offset + Self.size
            lengths = (Int(number(at: 16)), Int(number(at: 20)))
        }

        /// The bytes of a write or the path.
        var first: Range<Int> { start..<start + lengths.0 }
        /// The bytes of the second path.
        var second: Range<Int> { first.upperBound..<end }
        var end: Int { start + lengths.0 + lengths.1 }
    }

    private static func operation(_ header: Header, _ bytes: [UInt8]) throws -> FileOperation {
        func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
        switch header.kind {
        case 1: return .open(file: header.file, path: text(header.first), isFolder: header.position == 1)
        case 2: return .write(file: header.file, offset: header.position, bytes: bytes[header.first])
        case 3: return .truncate(file: header.file, length: header.position)
        case 4: return .sync(file: header.file, before: header.position)
        case 5: return .rename(text(header.first), to: text(header.second))
        case 6: return .remove(text(header.first))
        case 7: return .link(text(header.first), to: text(header.second))
        case 8: return .makeFolder(text(header.first))
        default: throw Failure.unknownKind(header.kind, offset: header.first.lowerBound)
        }
    }
}
