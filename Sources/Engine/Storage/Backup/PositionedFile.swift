import ChatModel
import Foundation

#if canImport(Glibc)
    import Glibc
#endif

/// A regular file that is read at offsets or written from its beginning to its end.
final class PositionedFile {
    static let chunkBytes = 256 << 10

    let path: String
    let descriptor: Int32
    private lazy var chunk = [UInt8](repeating: 0, count: PositionedFile.chunkBytes)

    private init(_ path: String, _ descriptor: Int32) { (self.path, self.descriptor) = (path, descriptor) }

    /// Unlocks the file first: a forked child may still have a copy of the descriptor.
    deinit {
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }

    /// Opens a file to read it. A symbolic link is followed only if `followsLinks` is true.
    ///
    /// - Throws: `POSIXError`; `EINVAL` for anything but a regular file.
    static func reading(_ path: String, followsLinks: Bool = true) throws(POSIXError) -> PositionedFile {
        // Without O_NONBLOCK, a named pipe would block until something writes to it.
        let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | (followsLinks ? 0 : O_NOFOLLOW)
        let file = PositionedFile(path, try Self.checked(open(path, flags)))
        guard try file.status().st_mode & S_IFMT == S_IFREG else { throw POSIXError(.EINVAL) }
        return file
    }

    /// Creates a file that only its owner may access.
    ///
    /// - Parameter isNew: A Boolean value that indicates whether an existing file is an error. Otherwise it is opened as it is.
    /// - Throws: `POSIXError`.
    static func writing(_ path: String, isNew: Bool = true) throws(POSIXError) -> PositionedFile {
        let flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | (isNew ? O_EXCL : 0)
        return PositionedFile(path, try Self.checked(open(path, flags, 0o600)))
    }

    func status() throws(POSIXError) -> stat {
        var status = stat()
        try Self.checked(fstat(descriptor, &status))
        return status
    }

    var size: Int64 {
        get throws(POSIXError) { Int64(try status().st_size) }
    }

    /// Reads a range in pieces. Each piece is valid only during the call.
    ///
    /// - Returns: False if the file ends before the range does.
    func read(at offset: Int64, count: Int64, _ body: (UnsafeRawBufferPointer) throws -> Void) throws -> Bool {
        var position = offset, rest = count
        while rest > 0 {
            let length = try chunk.withUnsafeMutableBytes { buffer in
                let wanted = Int(min(rest, Int64(buffer.count)))
                let length = try Self.repeated { pread(descriptor, buffer.baseAddress, wanted, off_t(position)) }
                if length > 0 { try body(UnsafeRawBufferPointer(rebasing: buffer[..<length])) }
                return length
            }
            guard length > 0 else { return false }
            position += Int64(length)
            rest -= Int64(length)
        }
        return true
    }

    /// Reads a short range; nil if the file ends before it does.
    func bytes(at offset: Int64, count: Int) throws -> [UInt8]? {
        var bytes: [UInt8] = []
        return try read(at: offset, count: Int64(count)) { bytes += $0 } ? bytes : nil
    }

    func write(_ bytes: UnsafeRawBufferPointer) throws(POSIXError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = try Self.repeated {
                Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
            }
            rest = rest.dropFirst(count)
        }
    }

    /// Makes what was written durable.
    func sync() throws(POSIXError) { try Self.checked(fdatasync(descriptor)) }

    /// The folder of a path.
    static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// Makes new, renamed and removed files of a folder durable.
    static func sync(folder: String) throws(POSIXError) {
        let handle = try checked(open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC))
        defer { close(handle) }
        try checked(fsync(handle))
    }

    static func rename(_ old: String, to new: String) throws(POSIXError) { try checked(Glibc.rename(old, new)) }

    /// Removes files; those that do not exist are ignored.
    static func remove(_ paths: [String]) throws(POSIXError) {
        for path in paths where unlink(path) != 0 && errno != ENOENT { throw error }
    }

    /// The error of the last system call.
    private static var error: POSIXError { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }

    @discardableResult
    private static func checked(_ result: Int32) throws(POSIXError) -> Int32 {
        guard result >= 0 else { throw error }
        return result
    }

    /// Repeats a call that a signal interrupts.
    private static func repeated(_ call: () -> Int) throws(POSIXError) -> Int {
        while true {
            let result = call()
            if result >= 0 { return result }
            guard errno == EINTR else { throw error }
        }
    }
}

extension POSIXError {
    /// The error in the words of the system.
    var words: String { String(cString: strerror(code.rawValue)) }
}
