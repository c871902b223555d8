import Foundation

#if canImport(Glibc)
    import Glibc
#endif

/// One line over a socket, whole or not at all.
enum AdminLineCodec {
    /// Nil where the line is longer than the limit, or does not come in time.
    static func read(from socket: Int32, limit: Int) -> [UInt8]? {
        var line: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4096)
        while line.count <= limit {
            let count = recv(socket, &chunk, chunk.count, 0)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return nil }
            if let end = chunk[..<count].firstIndex(of: 10) { return line + chunk[..<end] }
            line += chunk[..<count]
        }
        return nil
    }

    static func write(_ bytes: [UInt8], to socket: Int32) -> Bool {
        var rest = (bytes + [10])[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// How long either direction may stand still.
    static func limit(_ socket: Int32, seconds: Int) {
        var patience = timeval(tv_sec: seconds, tv_usec: 0)
        let size = socklen_t(MemoryLayout<timeval>.size)
        setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &patience, size)
        setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &patience, size)
    }

    static func socket() -> Int32 { Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0) }
}
