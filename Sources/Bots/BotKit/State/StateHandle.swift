/// A bot's state in one scope.
///
/// From the first access in `handle`, `onEvent` or a command until the answer is stored, no other invocation of the same bot reads
/// or changes its state, so do slow work before. The change and the answer are stored together or not at all: after an error the
/// state is unchanged.
public struct StateHandle<State: BotState>: Sendable {
    let key: String
    let invocation: BotInvocation

    /// The current value; the type's default if none was stored.
    ///
    /// - Throws: `CancellationError`; an error if the stored value cannot be read.
    public var value: State {
        get async throws { try StateJSON.value(try await invocation.state(key)) }
    }

    /// Changes the value and returns the result of the closure. The closure may be called again if a concurrent update of the
    /// same invocation came first.
    ///
    /// - Throws: `CancellationError`; errors of the closure; an error in `prepare`, which only reads, or if the value exceeds 256
    ///   KiB.
    @discardableResult
    public func update<Result: Sendable>(_ change: @Sendable (inout State) throws -> Result) async throws -> Result {
        while true {
            let before = try await invocation.state(key)
            var state: State = try StateJSON.value(before)
            let result = try change(&state)
            let after = StoredState(fingerprint: State.fingerprint, json: try StateJSON.text(state))
            if try invocation.replace(before, by: after, under: key) { return result }
        }
    }

    /// Deletes the value; the next read returns the type's default.
    ///
    /// - Throws: `CancellationError`; an error in `prepare`.
    public func forget() async throws {
        _ = try await invocation.state(key)
        try invocation.delete(key)
    }
}

/// An encoded state value with the fingerprint of its type.
package struct StoredState: Hashable, Sendable, Codable {
    package var fingerprint: String
    package var json: String

    package init(fingerprint: String, json: String) {
        self.fingerprint = fingerprint
        self.json = json
    }
}
