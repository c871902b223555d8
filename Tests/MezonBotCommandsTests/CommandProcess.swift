import Foundation
import Testing

/// The built executable, run as a process.
enum CommandProcess {
    struct Outcome {
        var code: Int32
        var output: String
        var errors: String
    }

    /// The built executable next to the tests.
    static let program: URL? = {
        let folders =
            Bundle.allBundles.map { $0.bundleURL.deletingLastPathComponent() }
            + [URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent()]
        return folders.map { $0.appending(path: "mezon-bot") }.first { FileManager.default.isExecutableFile(atPath: $0.path) }
    }()

    /// Waits with a termination handler, because blocking would use one of the few threads that all tests share.
    ///
    /// - Parameters:
    ///   - names: environment variables of the tests that the process does not get.
    ///   - terminal: the standard output and error; files in `folder` if nil.
    static func run(
        _ arguments: [String], environment: [String: String] = [:], without names: Set<String> = [], in folder: String,
        errorsTo errorFile: String? = nil, on terminal: FileHandle? = nil, with other: URL? = nil
    ) async throws -> Outcome {
        let process = Process()
        let program: URL = try #require(Self.program, "the build has made no executable beside the tests")
        process.executableURL = other ?? program
        process.arguments = arguments
        process.currentDirectoryURL = URL(fileURLWithPath: folder)
        process.environment = ProcessInfo.processInfo.environment.filter {
            !$0.key.hasPrefix("MEZON_") && !names.contains($0.key)
        }.merging(environment) {
            $1
        }
        // Files rather than pipes, because an unread pipe would block the process.
        let output = folder + "/output", errors = folder + "/errors"
        for file in [output, errors] { _ = FileManager.default.createFile(atPath: file, contents: nil) }
        process.standardOutput = terminal ?? FileHandle(forWritingAtPath: output)
        process.standardError = terminal ?? FileHandle(forWritingAtPath: errorFile ?? errors)
        process.standardInput = FileHandle.nullDevice
        let (ended, end) = AsyncStream<Void>.makeStream()
        process.terminationHandler = { _ in end.finish() }
        try process.run()
        for await _ in ended {}
        return Outcome(
            code: process.terminationStatus, output: try String(contentsOfFile: output, encoding: .utf8),
            errors: try String(contentsOfFile: errors, encoding: .utf8))
    }
}
