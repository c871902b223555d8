import Foundation

#if canImport(Glibc)
    import Glibc
#endif

/// A new folder that is removed with its content when its owner is released.
public final class TemporaryDirectory: Sendable {
    /// The path of the folder.
    public let path: String

    /// Creates the folder.
    ///
    /// - Throws: `POSIXError` if the system's temporary folder does not permit it.
    public init() throws {
        var template = Array((NSTemporaryDirectory() + "/mezon-bot-XXXXXX").utf8CString)
        let made = template.withUnsafeMutableBufferPointer { buffer in
            buffer.baseAddress.flatMap { mkdtemp($0) }.map { String(cString: $0) }
        }
        guard let made else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        path = made
    }

    deinit {
        // A folder that is left behind must not hide the failure of a test.
        _ = try? FileManager.default.removeItem(atPath: path)
    }
}
