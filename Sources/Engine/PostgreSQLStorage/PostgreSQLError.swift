import Storage

/// An error that a PostgreSQL server or the connection to it has reported.
struct PostgreSQLError: SQLError, CustomStringConvertible {
    /// The state of a store that another connection has open: `object_in_use`.
    static let inUse = "55006"

    static let invalidParameter = "22023"
    /// The error of a process whose memory is no longer that of the store.
    static let fenced = PostgreSQLError(
        state: "MZ001",
        message: "another process has written to the store, or the server has lost its newest transactions; start the bot again")

    /// The five characters that classify it; empty if the server did not say.
    let state: String
    let message: String
    package var leavesCommitOpen = false

    /// A Boolean value that indicates whether the transaction may succeed later: the connection was lost, or the server has no room or
    /// is restarting.
    package var isTemporary: Bool {
        guard !state.isEmpty else { return true }
        // Connection exceptions, insufficient resources, operator intervention, system errors, serialization failures, read-only.
        return ["08", "53", "57", "58", "40"].contains { state.hasPrefix($0) } || state == "25006" || state == Self.inUse
    }

    /// Returns whether a row contradicts a constraint.
    var isConstraint: Bool { state.hasPrefix("23") }

    init(state: String, message: String) {
        self.state = state
        self.message = message
    }

    var description: String {
        let text = state.isEmpty ? message : "\(message) (SQLSTATE \(state))"
        return reason.map { "\($0): \(text)" } ?? text
    }

    /// The reason in words, for errors that an operator has to do something about.
    private var reason: String? {
        switch state {
        case "53100": return "the server's disk is full"
        case "53200": return "the server has not enough memory"
        case "25006": return "the server is read-only, like a standby"
        case "57014": return "the server has cancelled the statement"
        default: break
        }
        // The errors of a connection that was refused have no state.
        if state == "53300" || message.contains("too many c") || message.contains("connection slots") {
            return "the server has no free connections"
        }
        return nil
    }
}

extension StorageError {
    /// The error for a schema to which a store is being moved.
    static func incompleteCopy(_ schema: String) -> StorageError {
        .server(schema: schema, reason: "a store is being moved to it; run `mezon-bot data migrate` again until it is complete")
    }

    /// The error for a schema whose store was moved to a file.
    static func moved(_ schema: String) -> StorageError {
        .server(schema: schema, reason: "its store was moved to a file; run the bot with that, or drop the schema")
    }

    /// The error for tables that this version does not know.
    static func laterVersion(_ schema: String) -> StorageError {
        .server(schema: schema, reason: "it was written by a newer version of mezon-bot; use that version")
    }
}
