import Foundation

/// A real Matrix server, run on loopback for tests and soak runs. Tests that need one are skipped if it is not installed;
/// `Scripts/synapse` installs it.
package final class SynapseProcess: Sendable {
    package enum LaunchError: Error, Equatable {
        case notInstalled
        /// The process ended before it listened; the value is the end of its output.
        case ended(String)
    }

    package let port: Int
    private let folder: TemporaryDirectory
    private let process = ServerProcess()

    /// The path of a Python interpreter with Synapse; nil if there is none.
    package static let python: String? = {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let places = [
            ProcessInfo.processInfo.environment["MEZON_BOT_SYNAPSE"], root.path + "/.build/synapse/bin/python",
        ]
        return places.compactMap(\.self).first(where: FileManager.default.isExecutableFile)
    }()

    package static let isMissing = "Synapse is not installed: run Scripts/synapse"

    package init() throws {
        guard Self.python != nil else { throw LaunchError.notInstalled }
        port = try IRCServerProcess.freePort()
        folder = try TemporaryDirectory()
        let config = SynapseConfig(port: port, folder: folder.path)
        try config.text.write(toFile: folder.path + "/homeserver.yaml", atomically: true, encoding: .utf8)
        try SynapseConfig.log.write(toFile: folder.path + "/log.yaml", atomically: true, encoding: .utf8)
    }

    deinit { kill() }

    package var address: String { "http://127.0.0.1:\(port)" }
    package var processID: Int32 { process.processID }

    /// Starts the server and returns once it listens. After `kill()` it may be started again, on the same port.
    package func start() async throws {
        guard let python = Self.python else { throw LaunchError.notInstalled }
        let arguments = ["-m", "synapse.app.homeserver", "-c", folder.path + "/homeserver.yaml"]
        if !FileManager.default.fileExists(atPath: folder.path + "/key") {
            let maker = Process()
            maker.executableURL = URL(fileURLWithPath: python)
            maker.currentDirectoryURL = URL(fileURLWithPath: folder.path)
            maker.arguments = arguments + ["--generate-keys"]
            maker.standardOutput = FileHandle.nullDevice
            maker.standardError = FileHandle.nullDevice
            try maker.run()
            maker.waitUntilExit()
        }
        if let lastWords = try await process.start(python, arguments, in: folder, until: "Synapse now listening") {
            throw LaunchError.ended(lastWords)
        }
    }

    /// Ends the process at once, as a crash does.
    package func kill() { process.kill() }

    /// Sends a signal, to suspend or resume the process: data sent to it meanwhile waits.
    package func signal(_ signal: Int32) { process.signal(signal) }
}
