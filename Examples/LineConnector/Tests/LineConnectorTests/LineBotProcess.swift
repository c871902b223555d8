import Foundation
import Testing

/// The program `line-bot` of this build, run as a process.
final class LineBotProcess: Sendable {
    /// The folder of the configuration, the data and the output.
    let folder: URL

    /// - Parameter change: Transforms the sample configuration.
    init(_ change: (String) -> String = { $0 }) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "line-bot-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let sample = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../config.yaml")
        let text = change(try String(contentsOf: sample, encoding: .utf8))
        try Data(text.utf8).write(to: folder.appending(path: "config.yaml"))
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// Runs a command until it ends, or until this task is cancelled.
    ///
    /// - Returns: the exit code and everything that the command printed.
    @discardableResult
    func run(_ arguments: String..., input: String = "") async throws -> (code: Int32, output: String) {
        let name = UUID().uuidString
        let output = folder.appending(path: name + ".out"), given = folder.appending(path: name + ".in")
        try Data().write(to: output)
        try Data(input.utf8).write(to: given)
        let process = Process()
        process.executableURL = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent()
            .appending(path: "line-bot")
        process.arguments = arguments
        process.currentDirectoryURL = folder
        process.standardOutput = try FileHandle(forWritingTo: output)
        process.standardError = process.standardOutput
        process.standardInput = try FileHandle(forReadingFrom: given)
        let (ended, end) = AsyncStream<Void>.makeStream()
        process.terminationHandler = { _ in end.finish() }
        try process.run()
        let identifier = process.processIdentifier
        await withTaskCancellationHandler {
            // A stream ends at cancellation, before the process does.
            await Task { for await _ in ended {} }.value
        } onCancel: {
            kill(identifier, SIGTERM)
        }
        return (process.terminationStatus, try String(contentsOf: output, encoding: .utf8))
    }
}
