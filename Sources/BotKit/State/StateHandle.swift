/// What a bot remembers in one scope.
///
/// From the first look in `handle`, `notice` or a command until the answer is kept, nobody else of the same bot sees or changes its
/// state, so what takes long is read before. The change and the answer are stored together or not at all: after a throw it is as it
/// was.
public struct StateHandle<State: BotState>: Sendable {
    let key: String
    let attempt: BotInvocation

    /// The value as it stands; the type's default where nothing was stored yet.
    ///
    /// - Throws: `CancellationError`; an error where what is stored cannot be read.
    public var value: State {
        get async throws { try StateJSON.value(try await attempt.state(key)) }
    }

    /// Changes the value and returns what the closure returns. The closure may be called again where another update of the same
    /// answer, at the same time, came first.
    ///
    /// - Throws: `CancellationError`; what the closure throws; an error in `prepare`, which only reads, and where the value grows
    ///   past 256 KiB.
    @discardableResult
    public func update<Result: Sendable>(_ change: @Sendable (inout State) throws -> Result) async throws -> Result {
        while true {
            let before = try await attempt.state(key)
            var state: State = try StateJSON.value(before)
            let result = try change(&state)
            let after = StoredState(fingerprint: State.fingerprint, json: try StateJSON.text(state))
            if try attempt.replace(before, by: after, under: key) { return result }
        }
    }

    /// Forgets it: the next look finds the type's default.
    ///
    /// - Throws: `CancellationError`; an error in `prepare`.
    public func forget() async throws {
        _ = try await attempt.state(key)
        try attempt.forget(key)
    }
}

/// A value as it is stored.
package struct StoredState: Hashable, Sendable, Codable {
    package var fingerprint: String
    package var json: String

    package init(fingerprint: String, json: String) {
        self.fingerprint = fingerprint
        self.json = json
    }
}
