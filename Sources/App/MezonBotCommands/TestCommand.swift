import ArgumentParser
import BotConfiguration
import BotTesting
import Foundation
import MezonBotApp

/// Runs the inline tests of rules, and fixtures.
struct TestCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "test",
        abstract: "Run the inline tests of rules, and fixtures.",
        discussion: """
            Without files, runs the tests in the configuration and all fixtures in the folder of `reload.tests`, or in `fixtures` \
            next to the configuration. Fixtures are replayed with the bots and rules of the configuration; with --faults, also while \
            the process is killed, and requests and acknowledgements are lost, which must not change what users see. \
            Exit codes: 0 success, 1 failed tests, 2 errors in the configuration or a fixture.
            """)

    @Argument(
        help: ArgumentHelp("Fixtures to run (default: all fixtures and inline tests)", valueName: "file"),
        completion: .file(extensions: ["jsonl"]))
    var files: [String] = []

    @Option(help: .configuration, completion: .configuration)
    var config = "config.yaml"

    @Option(help: ArgumentHelp("Output format of failed inline tests", valueName: "format"))
    var format: ReportFormat = .human

    @Flag(help: "Update the expectations of fixtures to the actual results; not in CI")
    var update = false

    @Option(help: ArgumentHelp("Number of seeds of random faults under which each fixture is also played", valueName: "seeds"))
    var faults = 0

    @Flag(help: "Print one JSON object for the inline tests, and one per fixture")
    var json = false

    /// The result of the inline tests.
    private struct InlineTests: Encodable {
        let inlineTests: Int
        let failures: [DiagnosticReport.Row]
    }

    func validate() throws {
        guard (0...100_000).contains(faults) else { throw ValidationError("--faults must be from 0 to 100000") }
    }

    func run() async throws {
        let environment = ProcessInfo.processInfo.environment
        if update, environment["CI"] != nil { throw CommandError(.usage, "--update is not allowed in CI") }
        let (compiled, report) = CompiledConfiguration.check(
            config, registry: Build.registry, connectors: Build.connectors, environment: environment)
        guard let compiled else {
            printError(report)
            throw ExitCode(CommandError.ExitCode.configuration.rawValue)
        }
        let beside = files.isEmpty ? try runTests(of: compiled, report) : true
        let played = try await FixtureTestRunner(compiled: compiled, updates: update, seeds: faults, isJSON: json).run(
            files.isEmpty ? Fixture.files(in: compiled.fixtureFolder) : files)
        if !beside || !played { throw ExitCode(CommandError.ExitCode.failed.rawValue) }
    }

    /// Runs the inline tests. Returns whether all pass.
    private func runTests(of compiled: CompiledConfiguration, _ report: DiagnosticReport) throws -> Bool {
        let failures = report.with(compiled.failedTests())
        if format != .human {
            print(try format.text(failures))
        } else if json {
            try printJSON(InlineTests(inlineTests: compiled.testCount, failures: failures.rows))
        } else if !failures.diagnostics.isEmpty {
            print(failures)
        } else {
            let count = compiled.testCount
            print(count == 0 ? "No inline tests." : "\(count) inline test\(count == 1 ? "" : "s") passed.")
        }
        return failures.diagnostics.isEmpty
    }
}
