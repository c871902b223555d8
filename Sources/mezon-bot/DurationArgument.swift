import ArgumentParser
import BotConfig
import Foundation
import MezonModel

/// A length of time on the command line: `30m`, `1h30m`, `7d`.
struct DurationArgument: ExpressibleByArgument {
    let seconds: Int

    init?(argument: String) {
        guard let seconds = DurationText.seconds(argument[...]) else { return nil }
        self.seconds = seconds
    }

    /// The moment so long ago.
    func before(_ now: Date) -> Date { now.addingTimeInterval(-Double(seconds)) }
}
