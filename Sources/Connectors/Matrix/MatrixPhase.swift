/// The phase of a connection to a Matrix server.
enum MatrixPhase: Hashable, Sendable {
    case idle
    case connecting(attempt: Int, failure: String?)
    case connected(userID: String, since: Duration)
    case waiting(String)
    case ended

    var isConnected: Bool { if case .connected = self { true } else { false } }
}
