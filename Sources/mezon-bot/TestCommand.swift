import ArgumentParser
import BotConfig
import Foundation
import MezonBot

/// Runs the inline tests of rules, and fixtures.
struct TestCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "test",
        abstract: "Run the tests that stand beside rules, and fixtures.",
        discussion: """
            Without files it runs the tests in the configuration and every fixture in the folder `fixtures` beside it. A fixture is played \
            with the bots and rules of the configuration. Exit codes: 0 all pass, 1 some fail, 2 the configuration or a fixture has errors.
            """)

    @Argument(help: ArgumentHelp("Fixtures to run, and nothing else.", valueName: "file"))
    var files: [String] = []

    @Option(help: "The configuration.")
    var config = "config.yaml"

    @Option(help: "How failures of rules' tests look.")
    var format: ReportFormat = .human

    @Flag(help: "Say what differs, and make it what is expected from now on. Not in CI.")
    var update = false

    @Flag(help: "One JSON object a fixture.")
    var json = false

    func run() async throws {
        let environment = ProcessInfo.processInfo.environment
        if update, environment["CI"] != nil { throw CommandError(.usage, "expectations are not rewritten in CI") }
        let (plan, report) = CompiledConfiguration.check(config, registry: Build.registry, environment: environment)
        guard let plan else {
            printError(report.human())
            throw ExitCode(CommandError.ExitCode.configuration.rawValue)
        }
        let beside = files.isEmpty ? try runTests(of: plan, report) : true
        let played = try await FixtureTestRunner(plan: plan, updates: update, isJSON: json).run(files.isEmpty ? fixtures : files)
        if !beside || !played { throw ExitCode(CommandError.ExitCode.failed.rawValue) }
    }

    /// Runs the inline tests. Returns whether all pass.
    private func runTests(of plan: CompiledConfiguration, _ report: DiagnosticReport) throws -> Bool {
        let failures = report.with(plan.failedTests())
        if format != .human {
            print(try format.text(failures))
        } else if !failures.diagnostics.isEmpty {
            print(failures.human())
        } else if !json {
            let count = plan.testCount
            print(count == 0 ? "There are no tests beside the rules." : "\(count) test\(count == 1 ? " passes" : "s pass").")
        }
        return failures.diagnostics.isEmpty
    }

    private var fixtures: [String] {
        get throws {
            let folder = URL(fileURLWithPath: config).deletingLastPathComponent().appending(path: "fixtures").path
            guard FileManager.default.fileExists(atPath: folder) else { return [] }
            return try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".jsonl") }.sorted()
                .map { folder + "/" + $0 }
        }
    }
}
