/// How fast the house speaks.
package struct SendSettings: Hashable, Sendable {
    /// Messages that may start in any second, over all channels. Nil leaves it to the house: eighty, as Mezon's own clients, and
    /// no limit at a local gateway.
    package var perSecond: Int?
    package var brake = Brake()

    /// The bounds on answers to one person or application.
    package struct Brake: Hashable, Sendable {
        /// Events of one author that are answered in one channel.
        package var perMinute = 20
        package var perHour = 200
        /// The same in an hour in which nobody else speaks there, unless the server says that the author is a person.
        package var inRow = 60
        /// Uses of one command by one person in half a minute, where the command names no cooldown of its own.
        package var perCommand = 10
    }
}

extension SendSettings {
    init(_ node: ConfigNode?, _ findings: DiagnosticCollector) {
        guard let node, var map = MapReader(node, "'send'", findings) else { return }
        if let rate = map.take("per_second", "Messages that may start in any second, over all channels; clans take turns.")?
            .wholeNumber(
                in: 1...100_000, findings)
        {
            perSecond = rate
        }
        if let node = map.take("brake", "Bounds on answers to one person or application, against endless answers.") {
            brake = Brake(node, findings)
        }
        map.finish()
    }
}

extension SendSettings.Brake {
    init(_ node: ConfigNode, _ findings: DiagnosticCollector) {
        guard var map = MapReader(node, "'brake'", findings) else { return }
        let most = 1...1_000_000
        perMinute =
            map.take("per_minute", "Events of one author that are answered in one channel in a minute; 20 without a word.")?
            .wholeNumber(in: most, findings) ?? perMinute
        perHour = map.take("per_hour", "The same in an hour; 200 without a word.")?.wholeNumber(in: most, findings) ?? perHour
        inRow =
            map.take(
                "in_row",
                "The same in an hour in which nobody else speaks, unless the server says that it is a person; 60 without a word.")?
            .wholeNumber(in: most, findings) ?? inRow
        perCommand =
            map.take(
                "per_command", "Uses of one command by one person in half a minute, where it has no cooldown; 10 without a word.")?
            .wholeNumber(in: most, findings) ?? perCommand
        map.finish()
    }
}
