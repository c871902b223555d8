/// The readiness of a server, found without logging in.
package enum PostgreSQLServerState: Sendable {
    case ready
    /// It starts, recovers or stops.
    case starting
    case unreachable
}
