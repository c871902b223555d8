import Foundation
import Logging
import ServiceLifecycle
import Synchronization

#if canImport(Glibc)
    import Glibc
#endif

/// Lets commands on this machine ask the running house: one request a connection, each a line of JSON.
///
/// Whoever may read the data folder's owner's files may ask; nobody else can open the socket.
final class AdminSocketServer: Service {
    private struct Connection: Sendable {
        let socket: Int32
        let request: AdminRequest
    }

    private let folder: String
    private let health: HealthMonitor
    private let logger: Logger
    private let answer: @Sendable (AdminRequest) async -> AdminReply
    /// Open once it listens.
    private let isListening = AsyncGate()
    private let longestRequest = 4 << 20  // Bytes: an undo names every case.

    init(
        folder: String, health: HealthMonitor, logger: Logger, answer: @escaping @Sendable (AdminRequest) async -> AdminReply
    ) {
        self.folder = folder
        self.health = health
        self.logger = logger
        self.answer = answer
    }

    /// Runs until graceful shutdown. Where it cannot listen the house goes on without.
    func run() async throws {
        let listener: Int32
        do {
            listener = try listen()
        } catch {
            logger.error("Commands cannot reach this house", metadata: ["control.error": "\(error)"])
            health.degrade(.control, ["\(error)"])
            do { try await gracefulShutdown() } catch {}  // Nothing is left to do: the house goes on without.
            return
        }
        let (calls, taken) = AsyncStream<Connection>.makeStream(bufferingPolicy: .bufferingOldest(16))
        let thread = Thread { [self] in
            accept(from: listener, taken)
            close(listener)
        }
        thread.start()
        isListening.open()
        await withDiscardingTaskGroup { group in
            for await call in calls.cancelOnGracefulShutdown() {
                group.addTask { [answer] in
                    let reply = await answer(call.request)
                    Self.finish(call.socket, reply)
                }
            }
        }
        shutdown(listener, Int32(SHUT_RDWR))  // Wakes the thread, which closes it.
        if let address = try? AdminSocketAddress(in: folder) { address.unlink() }
    }

    /// - Throws: `CancellationError`.
    func waitUntilListening() async throws { try await isListening.pass() }

    private func listen() throws -> Int32 {
        let address = try AdminSocketAddress(in: folder)
        let socket = AdminLineCodec.socket()
        guard socket >= 0 else { throw AdminSocketError.cannotListen(String(cString: strerror(errno))) }
        address.unlink()  // Left behind by a kill; the folder is ours by its lock.
        guard address.bind(socket), address.protect(), Glibc.listen(socket, 8) == 0 else {
            let reason = String(cString: strerror(errno))
            close(socket)
            throw AdminSocketError.cannotListen(reason)
        }
        return socket
    }

    /// Blocks a thread of its own, and not one of the pool's.
    private func accept(from listener: Int32, _ taken: AsyncStream<Connection>.Continuation) {
        while true {
            let socket = Glibc.accept(listener, nil, nil)
            guard socket >= 0, fcntl(socket, F_SETFD, FD_CLOEXEC) == 0 else {
                if errno == EINTR || errno == ECONNABORTED { continue }
                if errno == EMFILE || errno == ENFILE {
                    usleep(100_000)
                    continue
                }
                return taken.finish()
            }
            AdminLineCodec.limit(socket, seconds: 2)
            guard let line = AdminLineCodec.read(from: socket, limit: longestRequest) else {
                close(socket)
                continue
            }
            guard let request = try? JSONDecoder().decode(AdminRequest.self, from: Data(line)) else {
                Self.finish(
                    socket, AdminReply(["this house does not know that request: its build is another"], isRefused: true))
                continue
            }
            guard case .enqueued = taken.yield(Connection(socket: socket, request: request)) else {
                Self.finish(socket, AdminReply(["too many commands at once"], isRefused: true))
                continue
            }
        }
    }

    private static func finish(_ socket: Int32, _ reply: AdminReply) {
        do {
            _ = AdminLineCodec.write(Array(try JSONEncoder().encode(reply)), to: socket)
        } catch {
            preconditionFailure("texts, numbers and finite dates can always be written as JSON: \(error)")
        }
        close(socket)
    }
}
