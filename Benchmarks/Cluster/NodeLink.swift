import Foundation

/// The link of a node to a server, which can be cut in either direction. As in a network that drops everything, nothing is closed, and what
/// was sent meanwhile arrives once the link is whole.
final class NodeLink: Sendable {
    private let gate: Gate
    private let proxy: LoopbackProxy
    var port: Int { proxy.port }

    private final class Gate: @unchecked Sendable {  // Its state is guarded by the condition.
        private let condition = NSCondition()
        private var cut: Set<LoopbackProxy.Direction> = []

        func set(_ directions: Set<LoopbackProxy.Direction>) {
            condition.lock()
            cut = directions
            condition.broadcast()
            condition.unlock()
        }

        func waitUntilOpen(_ direction: LoopbackProxy.Direction) {
            condition.lock()
            while cut.contains(direction) { condition.wait() }
            condition.unlock()
        }
    }

    /// - Parameters:
    ///   - serverPort: The port of the server on loopback.
    ///   - namesItself: Pass true for a server that tells its clients its address, which is replaced by that of the link.
    init(to serverPort: Int, namesItself: Bool) throws {
        let gate = Gate()
        self.gate = gate
        proxy = try LoopbackProxy(to: serverPort) { direction, port in
            let addresses = [serverPort, port].map { Array("127.0.0.1:\($0)".utf8) }
            let isReplaced = namesItself && direction == .toClient
            return { buffer, count in
                gate.waitUntilOpen(direction)
                if isReplaced { buffer.replace(addresses[0], with: addresses[1], in: count) }
            }
        }
    }

    func cut(_ directions: Set<LoopbackProxy.Direction>) { gate.set(directions) }

    func heal() { gate.set([]) }
}
