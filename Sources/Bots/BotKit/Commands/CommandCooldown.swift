/// The rate limit of one command: checked before the command runs and updated afterwards.
struct CommandCooldown: Sendable {
    let attempt: BotInvocation
    /// The command's name.
    let name: String
    let cooldown: Cooldown

    /// Returns the cooldown that blocks the command, or nil; records that the user has been told.
    func activeCooldown() async throws -> CooldownLedger.ActiveCooldown? {
        let ledger = try CooldownLedger(try await attempt.state(cooldown.key(at: attempt.context)))
        guard let rest = ledger.rest(of: name, cooldown, at: attempt.context.now) else { return nil }
        if !rest.wasTold { try await note { $0.noteTold(name) } }
        return rest
    }

    func begin(with message: MessageID) async throws {
        try await note { $0.begin(name, cooldown, with: message, at: attempt.context.now) }
    }

    private func note(_ change: (inout CooldownLedger) -> Void) async throws {
        let key = cooldown.key(at: attempt.context)
        while true {
            let before = try await attempt.state(key)
            var ledger = try CooldownLedger(before)
            change(&ledger)
            if try attempt.replace(before, by: try ledger.stored(), under: key) { return }
        }
    }
}
