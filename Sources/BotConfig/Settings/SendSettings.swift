/// The rate limits of sending.
package struct SendSettings: Hashable, Sendable {
    /// The maximum number of messages started per second over all channels. Nil for the default: eighty, as in Mezon's own
    /// clients, and no limit at a local gateway.
    package var perSecond: Int?
    package var answerLimits = AnswerLimits()

    /// The limits on answers to one user or application.
    package struct AnswerLimits: Hashable, Sendable {
        /// The maximum number of events of one author that are answered in one channel.
        package var perMinute = 20
        package var perHour = 200
        /// The maximum number of uses of one command by one user in half a minute, if the command has no cooldown of its own.
        package var perCommand = 10
    }
}

extension SendSettings {
    init(_ node: ConfigNode?, _ findings: DiagnosticCollector) {
        guard let node, var map = MapReader(node, "'send'", findings) else { return }
        if let rate = map.take("per_second", "The maximum number of messages per second, over all channels.")?.wholeNumber(
            in: 1...100_000, findings)
        {
            perSecond = rate
        }
        if let node = map.take("brake", "Limits on answers to one user or bot, which prevent endless answer loops.") {
            answerLimits = AnswerLimits(node, findings)
        }
        map.finish()
    }
}

extension SendSettings.AnswerLimits {
    init(_ node: ConfigNode, _ findings: DiagnosticCollector) {
        guard var map = MapReader(node, "'brake'", findings) else { return }
        let most = 1...1_000_000
        perMinute =
            map.take("per_minute", "The maximum number of answered events per author, channel and minute (default: 20).")?
            .wholeNumber(in: most, findings) ?? perMinute
        perHour =
            map.take("per_hour", "The maximum number of answered events per author, channel and hour (default: 200).")?
            .wholeNumber(in: most, findings) ?? perHour
        perCommand =
            map.take(
                "per_command", "The maximum number of uses of a command without a cooldown per user in 30 seconds (default: 10).")?
            .wholeNumber(in: most, findings) ?? perCommand
        map.finish()
    }
}
