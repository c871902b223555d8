import ArgumentParser
import BotConfiguration

extension BacktestLimit: ExpressibleByArgument {
    init?(argument: String) { self.init(argument) }
}
