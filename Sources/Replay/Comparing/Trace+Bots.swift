import Persistence

extension Trace.Step {
    /// Whether a bot decided it, by itself or asked by a rule, or the help about bots did.
    var isOfBots: Bool { who.hasPrefix("bot:") || who.contains("/bot:") || who == "house:help" }

    /// Whether it is of this bot, by whomever it was asked.
    func isOf(_ participant: String) -> Bool { who == participant || who.hasSuffix("/" + participant) }
}
