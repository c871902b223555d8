import AsyncSupport
import ChatModel
import Foundation
import ModelContextServer
import Testing

/// Tests commands with a shell in place of the program.
struct CommandRunnerTests {
    private func run(_ script: String, limits: CommandRunner.Limits = .init()) async throws -> ChildOutcome {
        try await CommandRunner(program: URL(fileURLWithPath: "/bin/sh"), limits: limits, time: SystemTime())
            .run(ChildCommand(["-c", script]))
    }

    @Test func `output, errors and the exit code are returned`() async throws {
        #expect(try await run("echo out; echo err >&2; exit 3") == .exited(code: 3, output: "out\n", errors: "err\n"))
    }

    @Test func `a command has no input`() async throws {
        #expect(try await run("cat") == .exited(code: 0, output: "", errors: ""))
    }

    @Test func `a command with too much output is killed`() async throws {
        var limits = CommandRunner.Limits()
        limits.outputBytes = 1000
        #expect(try await run("while :; do echo 0123456789; done", limits: limits) == .tooMuchOutput(limitInBytes: 1000))
        #expect(try await run("head -c 1000 /dev/zero | tr '\\0' x", limits: limits).output.utf8.count == 1000)
    }

    @Test func `of many errors the beginning is kept`() async throws {
        var limits = CommandRunner.Limits()
        limits.errorBytes = 10
        #expect(try await run("head -c 1000000 /dev/zero | tr '\\0' x >&2", limits: limits).errors == "xxxxxxxxxx")
    }

    /// A time that has passed once a command has written to a named pipe.
    private struct SignalledTime: TimeSource {
        let pipe: String
        var now: Date { Date(timeIntervalSince1970: 0) }
        var uptime: Duration { .zero }

        func sleep(until uptime: Duration) async throws {
            await onDedicatedThread { _ = FileManager.default.contents(atPath: pipe) }
        }
    }

    @Test func `a command that takes too long is killed with what it has started`() async throws {
        let pipe = FileManager.default.temporaryDirectory.appending(path: "pipe-\(UUID())").path
        defer { unlink(pipe) }
        try #require(mkfifo(pipe, 0o600) == 0)
        let runner = CommandRunner(program: URL(fileURLWithPath: "/bin/sh"), time: SignalledTime(pipe: pipe))
        // The shell's child has its output open, so that the output ends only with both.
        let outcome = try await runner.run(ChildCommand(["-c", "sleep 1000 & echo > '\(pipe)'; wait"]))
        #expect(outcome == .timedOut(after: .seconds(60)))
    }

    @Test func `a cancelled command is killed`() async throws {
        let pipe = FileManager.default.temporaryDirectory.appending(path: "pipe-\(UUID())").path
        defer { unlink(pipe) }
        try #require(mkfifo(pipe, 0o600) == 0)
        let task = Task { try await run("echo > '\(pipe)'; sleep 1000; true") }
        // Once the command runs.
        await onDedicatedThread { _ = FileManager.default.contents(atPath: pipe) }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test func `a command that is killed from outside is reported`() async throws {
        #expect(try await run("kill -9 $$") == .killed(signal: 9))
    }

    @Test func `a missing program is reported`() async throws {
        let runner = CommandRunner(program: URL(fileURLWithPath: "/no/such/program"), time: SystemTime())
        guard case .notStarted = try await runner.run(ChildCommand([])) else {
            Issue.record("it was started")
            return
        }
    }

    @Test func `a limited number of commands runs at once`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "commands-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        var limits = CommandRunner.Limits()
        limits.concurrent = 1
        let runner = CommandRunner(program: URL(fileURLWithPath: "/bin/sh"), limits: limits, time: SystemTime())
        // A folder can be made once, so that two at the same time would fail.
        let script = "mkdir '\(folder.path)/lock' && sleep 0.02 && rmdir '\(folder.path)/lock'"
        try await withThrowingTaskGroup(of: ChildOutcome.self) { group in
            for _ in 0..<8 { group.addTask { try await runner.run(ChildCommand(["-c", script])) } }
            for try await outcome in group { #expect(outcome.exitCode == 0, "\(outcome)") }
        }
    }
}
