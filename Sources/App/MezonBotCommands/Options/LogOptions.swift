import ArgumentParser
import Logging

/// Options for the level and format of the log.
struct LogOptions: ParsableArguments {
    enum Level: String, CaseIterable, ExpressibleByArgument {
        case debug, info, warning, error
    }

    enum Format: String, CaseIterable, ExpressibleByArgument {
        case human, json
    }

    @Option(help: ArgumentHelp("Minimum level of the log on standard error", valueName: "level"))
    var logLevel: Level?

    @Option(help: ArgumentHelp("Log format", valueName: "format"))
    var logFormat: Format = .human

    /// - Parameter level: The level if the command line gives none.
    func logger(_ label: String, default level: Level = .info) -> Logger {
        var logger = Logger(label: label) { _ in LineLogHandler(isJSON: logFormat == .json) }
        switch logLevel ?? level {
        case .debug: logger.logLevel = .debug
        case .info: logger.logLevel = .info
        case .warning: logger.logLevel = .warning
        case .error: logger.logLevel = .error
        }
        return logger
    }
}
