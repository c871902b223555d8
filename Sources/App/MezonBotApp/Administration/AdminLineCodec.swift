import ChatModel
import Foundation

#if canImport(Glibc)
    import Glibc
#endif

/// Reads and writes complete lines over a socket.
enum AdminLineCodec {
    /// Reads up to the end of the line.
    ///
    /// - Returns: Nil if the line exceeds the limit or is not complete in time, even if its bytes keep arriving.
    static func read(from socket: Int32, limit: Int, within patience: Duration) -> [UInt8]? {
        let time = SystemTime()
        var line: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4096)
        while line.count <= limit, wait(for: POLLIN, on: socket, until: patience, time) {
            let count = recv(socket, &chunk, chunk.count, Int32(MSG_DONTWAIT))
            if count < 0, errno == EINTR || errno == EAGAIN { continue }
            guard count > 0 else { return nil }
            if let end = chunk[..<count].firstIndex(of: 10) { return line + chunk[..<end] }
            line += chunk[..<count]
        }
        return nil
    }

    /// - Returns: Whether the peer accepted all bytes in time.
    static func write(_ bytes: [UInt8], to socket: Int32, within patience: Duration) -> Bool {
        let time = SystemTime()
        var rest = (bytes + [10])[...]
        while !rest.isEmpty {
            guard wait(for: POLLOUT, on: socket, until: patience, time) else { return false }
            let flags = Int32(MSG_NOSIGNAL | MSG_DONTWAIT)
            let count = rest.withUnsafeBytes { send(socket, $0.baseAddress, $0.count, flags) }
            if count < 0, errno == EINTR || errno == EAGAIN { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    private static func wait(for event: Int32, on socket: Int32, until patience: Duration, _ time: SystemTime) -> Bool {
        while true {
            let left = (patience - time.uptime) / .milliseconds(1)
            guard left > 0 else { return false }
            var entry = pollfd(fd: socket, events: Int16(event), revents: 0)
            let count = poll(&entry, 1, Int32(clamping: Int(left.rounded(.up))))
            if count > 0 { return true }
            if count < 0, errno != EINTR { return false }
        }
    }

    /// Sets the maximum time that a blocking call may wait in the kernel, for either direction.
    static func limit(_ socket: Int32, seconds: Int) {
        var patience = timeval(tv_sec: seconds, tv_usec: 0)
        let size = socklen_t(MemoryLayout<timeval>.size)
        setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &patience, size)
        setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &patience, size)
    }

    static func socket() -> Int32 { Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0) }
}
