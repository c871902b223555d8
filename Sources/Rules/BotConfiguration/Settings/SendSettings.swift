/// The rate limits of sending.
package struct SendSettings: Hashable, Sendable {
    /// The messages that an account may start in any second, as in Mezon's own clients.
    package static let mezonPerSecond = 80

    /// The maximum number of messages started per second over all channels; nil for `mezonPerSecond`, and no limit at a local gateway.
    package var perSecond: Int?
    package var answerLimits = AnswerLimits()

    /// The limits on answers to one user or application.
    package struct AnswerLimits: Hashable, Sendable {
        /// The maximum number of events of one author that are answered in one channel.
        package var perMinute = 20
        package var perHour = 200
        /// The same in an hour in which nobody else speaks there, unless the server says that the author is a person.
        package var inRow = 60
        /// Uses of one command by one person in half a minute, where the command names no cooldown of its own.
        package var perCommand = 10
    }
}

extension SendSettings {
    init(_ node: ConfigNode?, _ diagnostics: DiagnosticCollector) {
        guard let node, var map = MapReader(node, "'send'", diagnostics) else { return }
        perSecond = map.take(
            "per_second",
            """
            Messages that may start in any second, over all channels; clans take turns (default: 80, none at a local \
            gateway).
            """)?.wholeNumber(in: 1...100_000, diagnostics)
        if let node = map.take("brake", "Limits on answers to one user or bot, which prevent endless answer loops.") {
            answerLimits = AnswerLimits(node, diagnostics)
        }
        map.finish()
    }
}

extension SendSettings.AnswerLimits {
    init(_ node: ConfigNode, _ diagnostics: DiagnosticCollector) {
        guard var map = MapReader(node, "'brake'", diagnostics) else { return }
        let most = 1...1_000_000
        perMinute =
            map.take("per_minute", "The maximum number of answered events per author, channel and minute (default: 20).")?
            .wholeNumber(in: most, diagnostics) ?? perMinute
        perHour =
            map.take("per_hour", "The maximum number of answered events per author, channel and hour (default: 200).")?
            .wholeNumber(in: most, diagnostics) ?? perHour
        inRow =
            map.take(
                "in_row",
                "The maximum per hour in which no other user writes, unless the author is known to be a person (default: 60).")?
            .wholeNumber(in: most, diagnostics) ?? inRow
        perCommand =
            map.take(
                "per_command", "The maximum number of uses of a command without a cooldown per user in 30 seconds (default: 10).")?
            .wholeNumber(in: most, diagnostics) ?? perCommand
        map.finish()
    }
}
