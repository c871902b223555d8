import Foundation
import Logging
import ServiceLifecycle
import Synchronization

#if canImport(Glibc)
    import Glibc
#endif

/// Lets commands on this machine ask the running house: one request a connection, each a line of JSON.
///
/// Whoever may read the data folder's owner's files may ask; nobody else can open the socket. Each connection is served on its own, within
/// its own time: one that is slow holds up no other.
final class AdminSocketServer: Service {
    private struct State {
        var open = 0
        /// The connections whose request is not there yet, the oldest first.
        var reading: [Int32] = []
    }

    private let folder: String
    private let health: HealthMonitor
    private let logger: Logger
    private let answer: @Sendable (AdminRequest) async -> AdminReply
    /// Open once it listens.
    private let isListening = AsyncGate()
    private let state = Mutex(State())

    private static let longestRequest = 4 << 20  // Bytes: an undo names every case.
    private static let mostConnections = 16  // Each takes a thread and at most one request's memory.
    private static let requestTime: Duration = .seconds(5)  // A command writes its line at once.
    private static let replyTime: Duration = .seconds(10)

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
            logger.error("Commands cannot reach this bot", metadata: ["control.error": "\(error)"])
            health.degrade(.control, ["\(error)"])
            do { try await gracefulShutdown() } catch {}  // Nothing is left to do: the house goes on without.
            return
        }
        let (sockets, accepted) = AsyncStream<Int32>.makeStream(bufferingPolicy: .bufferingOldest(2 * Self.mostConnections))
        let thread = Thread { [self] in
            accept(from: listener, accepted)
            close(listener)
        }
        thread.start()
        isListening.open()
        await withDiscardingTaskGroup { group in
            for await socket in sockets.cancelOnGracefulShutdown() { group.addTask { await self.serve(socket) } }
            // Nobody whose request is not there yet holds up the end.
            state.withLock { state in
                for socket in state.reading { shutdown(socket, Int32(SHUT_RDWR)) }
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
    private func accept(from listener: Int32, _ accepted: AsyncStream<Int32>.Continuation) {
        while true {
            let socket = Glibc.accept(listener, nil, nil)
            guard socket >= 0, fcntl(socket, F_SETFD, FD_CLOEXEC) == 0 else {
                if errno == EINTR || errno == ECONNABORTED { continue }
                if errno == EMFILE || errno == ENFILE {
                    usleep(100_000)
                    continue
                }
                return accepted.finish()
            }
            guard admit(socket) else {
                Self.reply(AdminReply(["too many commands at once"], isRefused: true), to: socket)
                close(socket)
                continue
            }
            guard case .enqueued = accepted.yield(socket) else {
                leave(socket)
                continue
            }
        }
    }

    /// Takes a connection in. Where all places are taken, the one that has kept its request back longest gives way.
    private func admit(_ socket: Int32) -> Bool {
        state.withLock { state in
            if state.open >= Self.mostConnections {
                guard !state.reading.isEmpty else { return false }
                shutdown(state.reading.removeFirst(), Int32(SHUT_RDWR))  // Its reader sees the end, and closes it.
            }
            state.open += 1
            state.reading.append(socket)
            return true
        }
    }

    /// Ends a connection. It is no longer among those read by then: its number may be another's at once.
    private func leave(_ socket: Int32) {
        state.withLock { state in
            state.reading.removeAll { $0 == socket }
            state.open -= 1
        }
        close(socket)
    }

    private func serve(_ socket: Int32) async {
        defer { leave(socket) }
        let line = await Self.onThread {
            AdminLineCodec.read(from: socket, limit: Self.longestRequest, within: Self.requestTime)
        }
        state.withLock { state in state.reading.removeAll { $0 == socket } }
        guard let line else { return }
        let reply: AdminReply
        if let request = try? JSONDecoder().decode(AdminRequest.self, from: Data(line)) {
            reply = await answer(request)
        } else {
            reply = AdminReply(["the running bot does not know that request: it is another build"], isRefused: true)
        }
        await Self.onThread { Self.reply(reply, to: socket) }
    }

    private static func reply(_ reply: AdminReply, to socket: Int32) {
        do {
            _ = AdminLineCodec.write(Array(try JSONEncoder().encode(reply)), to: socket, within: replyTime)
        } catch {
            preconditionFailure("texts, numbers and finite dates can always be written as JSON: \(error)")
        }
    }

    /// Runs what blocks on a thread of its own, and not on one of the pool's.
    private static func onThread<T: Sendable>(_ body: @escaping @Sendable () -> T) async -> T {
        await withCheckedContinuation { continuation in
            Thread { continuation.resume(returning: body()) }.start()
        }
    }
}
