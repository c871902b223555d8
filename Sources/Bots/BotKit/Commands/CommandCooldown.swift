/// The rate limit of one command: checked before the command runs and updated afterwards.
struct CommandCooldown: Sendable {
    let invocation: BotInvocation
    /// The command's name.
    let name: String
    let cooldown: Cooldown

    /// Returns the cooldown that blocks the command, or nil; records that the user has been told.
    func activeCooldown() async throws -> CooldownLedger.ActiveCooldown? {
        let ledger = try CooldownLedger(try await invocation.state(cooldown.key(at: invocation.context)))
        guard let rest = ledger.rest(of: name, cooldown, at: invocation.context.now) else { return nil }
        if !rest.wasTold { try await note { $0.noteTold(name) } }
        return rest
    }

    func begin(with message: MessageID) async throws {
        try await note { $0.begin(name, cooldown, with: message, at: invocation.context.now) }
    }

    private func note(_ change: (inout CooldownLedger) -> Void) async throws {
        let key = cooldown.key(at: invocation.context)
        while true {
            let before = try await invocation.state(key)
            var ledger = try CooldownLedger(before)
            change(&ledger)
            if try invocation.replace(before, by: try ledger.stored(), under: key) { return }
        }
    }
}
