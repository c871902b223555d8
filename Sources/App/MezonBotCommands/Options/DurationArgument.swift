import ArgumentParser
import BotConfiguration
import ChatModel
import Foundation

/// A duration on the command line, for example `30m`, `1h30m` or `7d`.
struct DurationArgument: ExpressibleByArgument {
    let seconds: Int

    init?(argument: String) {
        guard let seconds = DurationText.seconds(argument[...]) else { return nil }
        self.seconds = seconds
    }

    /// The time that lies this duration before `now`.
    func before(_ now: Date) -> Date { now.addingTimeInterval(-Double(seconds)) }
}
