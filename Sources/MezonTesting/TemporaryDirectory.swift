import Foundation

#if canImport(Glibc)
    import Glibc
#endif

/// A new folder that is removed, with all that was put there, when its owner lets go of it.
public final class TemporaryDirectory: Sendable {
    public let path: String

    /// - Throws: where the machine's temporary folder takes no new one.
    public init() throws {
        var template = Array((NSTemporaryDirectory() + "/mezon-bot-XXXXXX").utf8CString)
        let made = template.withUnsafeMutableBufferPointer { buffer in
            buffer.baseAddress.flatMap { mkdtemp($0) }.map { String(cString: $0) }
        }
        guard let made else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        path = made
    }

    deinit {
        // A test that fails has more to say than a folder left behind.
        _ = try? FileManager.default.removeItem(atPath: path)
    }
}
