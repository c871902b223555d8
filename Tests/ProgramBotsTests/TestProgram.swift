import BotConfiguration
import Foundation

@testable import BotTesting
@testable import ProgramBots

/// Programs for tests. Those that need an interpreter run where it is installed.
enum TestProgram {
    static let python = path(of: "python3")
    static let node = path(of: "node")
    /// A Boolean value that indicates whether Node.js removes the types of TypeScript, as from 22.6 on.
    static let nodeRemovesTypes: Bool = {
        guard let node else { return false }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: node)
        process.arguments = ["--experimental-strip-types", "--eval", ""]
        process.standardError = FileHandle.nullDevice
        do { try process.run() } catch { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }()
    static let isMissing = "python3 is not installed"
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
    static let hostile = root.appending(path: "Tests/ProgramBotsTests/Programs/hostile.py").path

    private static func path(of name: String) -> String? {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        return folders.map { "\($0)/\(name)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    static func sample(_ name: String) -> String { root.appending(path: "Examples/Programs/\(name)").path }

    /// Returns a configuration with a program as a bot.
    static func configuration(_ command: [String], grants: String = "[reply]", more: String = "") -> String {
        """
        version: 1
        bot: { timezone: UTC }
        bots:
          guest: { enabled_in: all, program: \(command), grants: \(grants)\(more) }

        """
    }

    /// Writes a program in Python and returns its path.
    static func write(_ lines: String, in folder: TemporaryDirectory, as name: String = "program.py") throws -> String {
        let path = folder.path + "/" + name
        try lines.write(toFile: path, atomically: true, encoding: .utf8)
        return path
    }

    static func launch(_ command: [String]) throws -> ProgramLaunch {
        try ProgramLaunch(
            command, environment: [:], folder: "/", hidden: [], confinement: .none("a test"),
            inherited: ProcessInfo.processInfo.environment)
    }
}
