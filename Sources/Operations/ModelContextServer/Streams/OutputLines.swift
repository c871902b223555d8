import AsyncSupport
import Foundation

/// Writes whole lines to a pipe whose reader may be slow.
package struct OutputLines: Sendable {
    /// The pipe has no reader any more, or cannot be written to.
    package struct ClosedError: Error {}

    private let descriptor: Int32
    private let turn = AsyncSemaphore()

    package init(_ descriptor: Int32) { self.descriptor = descriptor }

    /// Writes a line, once the lines before it are written.
    ///
    /// - Throws: `ClosedError`, and `CancellationError`, after which a line may be incomplete.
    package func send(_ line: String) async throws {
        try await turn.acquire()
        defer { turn.release() }
        let bytes = Array(line.utf8) + [UInt8(ascii: "\n")]
        let flag = CancellationFlag()
        try await onDedicatedThread(cancelling: flag) { [descriptor] in
            var rest = bytes[...]
            while !rest.isEmpty {
                try flag.check()
                rest = rest.dropFirst(try Self.writePart(of: rest, to: descriptor))
            }
        }
    }

    /// Writes what a pipe takes without waiting for its reader.
    ///
    /// - Returns: The number of bytes, 0 if a tenth of a second has passed.
    private static func writePart(of bytes: ArraySlice<UInt8>, to descriptor: Int32) throws(ClosedError) -> Int {
        var output = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        guard poll(&output, 1, 100) > 0 else { return 0 }
        // A pipe that is ready has room for at least a page (PIPE_BUF).
        let count = bytes.prefix(4096).withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        guard count >= 0 else {
            if errno == EINTR || errno == EAGAIN { return 0 }
            throw ClosedError()
        }
        return count
    }
}
