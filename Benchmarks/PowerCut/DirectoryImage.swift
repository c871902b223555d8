import Foundation

#if canImport(Glibc)
    @preconcurrency import Glibc
#endif

/// The content of a directory, in memory. Paths are relative to it.
struct DirectoryImage {
    var files: [String: [UInt8]] = [:]
    var folders: Set<String> = []

    init() {}

    /// Reads a directory without the indexes of write-ahead logs, which do not survive a power failure, and without sockets.
    init(of folder: String) throws {
        for path in try FileManager.default.subpathsOfDirectory(atPath: folder) where !path.hasSuffix("-shm") {
            let file = folder + "/" + path
            switch try FileManager.default.attributesOfItem(atPath: file)[.type] as? FileAttributeType {
            case .typeDirectory?: folders.insert(path)
            case .typeRegular?: files[path] = [UInt8](try Data(contentsOf: URL(fileURLWithPath: file)))
            default: break
            }
        }
    }

    /// Gives a directory this content. Only the blocks that differ are written.
    func write(to folder: String) throws {
        let manager = FileManager.default
        try manager.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        // What a folder contains comes before it.
        for path in try manager.subpathsOfDirectory(atPath: folder).sorted(by: >)
        where files[path] == nil && !folders.contains(path) {
            try manager.removeItem(atPath: folder + "/" + path)
        }
        for path in folders.sorted() {
            try manager.createDirectory(
                atPath: folder + "/" + path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        }
        for (path, bytes) in files { try Self.write(bytes, to: folder + "/" + path) }
    }

    private static let blockSize = 4096

    private static func write(_ bytes: [UInt8], to path: String) throws {
        let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw failure() }
        defer { close(file) }
        let present = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        for start in stride(from: 0, to: bytes.count, by: blockSize) {
            let range = start..<min(start + blockSize, bytes.count)
            if range.upperBound <= present.count, bytes[range] == present[range] { continue }
            guard bytes[range].withUnsafeBytes({ pwrite(file, $0.baseAddress, $0.count, off_t(start)) }) == range.count else {
                throw failure()
            }
        }
        guard ftruncate(file, off_t(bytes.count)) == 0 else { throw failure() }
    }

    private static func failure() -> POSIXError { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
}
