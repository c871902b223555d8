import ArgumentParser
public import BotKit
public import ConnectorKit
import MezonBotApp
import Storage

#if canImport(Glibc)
    @preconcurrency import Glibc
#endif

/// The `mezon-bot` program for the bots of one build.
///
///     @main
///     enum Main {
///         static func main() async { await BotProgram.main(BotRegistry([Flip.self])) }
///     }
public enum BotProgram {
    /// Performs the command given on the command line and exits with its code.
    ///
    /// - Parameter connectors: The connectors beside those of mezon-bot (IRC, Matrix and webhooks), each with a key of its own.
    public static func main(_ registry: BotRegistry, connectors: [any Connector.Type] = []) async {
        let connectors = .standard + connectors
        precondition(Set(connectors.map { $0.network }).count == connectors.count, "two connectors have the same key")
        // A closed pipe or a file-size limit is reported as an error instead of ending the process.
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
        setvbuf(stdout, nil, _IOLBF, 0)  // Line-buffered for pipes too, so that no output is lost to a kill.
        await Build.$registry.withValue(registry) {
            await Build.$connectors.withValue(connectors) { await run() }
        }
    }

    private static func run() async {
        do {
            try CommandTree(root: MezonBotCommand.self).check(CommandLine.arguments.dropFirst())
            var command = try MezonBotCommand.parseAsRoot()
            if var asynchronous = command as? any AsyncParsableCommand {
                try await asynchronous.run()
            } else {
                try command.run()
            }
            try StandardOutput.finish()
        } catch let failure as CommandError {
            printError("mezon-bot: \(failure.message)")
            MezonBotCommand.exit(withError: ArgumentParser.ExitCode(failure.code.rawValue))
        } catch {
            guard let words = StorageErrorDescription.words(forLibrary: error) else { MezonBotCommand.exit(withError: error) }
            printError("mezon-bot: cannot use the stored data: \(words)")
            MezonBotCommand.exit(withError: ArgumentParser.ExitCode(CommandError.ExitCode.failed.rawValue))
        }
    }
}
