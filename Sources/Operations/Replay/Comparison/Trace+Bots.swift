import Storage

extension Trace.Step {
    /// A Boolean value that indicates whether the step belongs to a bot, invoked directly or by a rule, or to the help command.
    var isOfBots: Bool { who.hasPrefix("bot:") || who.contains("/bot:") || who == "system:help" }

    /// Returns whether the step belongs to a bot, however it was invoked.
    func isOf(_ handler: String) -> Bool { who == handler || who.hasSuffix("/" + handler) }
}
