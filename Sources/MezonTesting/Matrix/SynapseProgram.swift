import Foundation
import Synchronization

#if canImport(Glibc)
    import Glibc
#endif

/// A real Matrix server on loopback, for tests and trials. Where there is none on the machine, those skip themselves; `Scripts/synapse`
/// brings one.
package final class SynapseProgram: Sendable {
    package enum Failure: Error, Equatable {
        case notInstalled
        /// It ended before it listened; what it said last.
        case ended(String)
    }

    package let port: Int
    private let folder: TemporaryFolder
    private let process = Mutex<Process?>(nil)

    /// A Python that has Synapse.
    package static let python: String? = {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let places = [
            ProcessInfo.processInfo.environment["MEZON_BOT_SYNAPSE"], root.path + "/.build/synapse/bin/python",
        ]
        return places.compactMap(\.self).first(where: FileManager.default.isExecutableFile)
    }()

    package static let isMissing = "there is no Synapse: Scripts/synapse brings it"

    package init() throws {
        guard Self.python != nil else { throw Failure.notInstalled }
        port = try IRCServerProgram.freePort()
        folder = try TemporaryFolder()
        let config = SynapseConfig(port: port, folder: folder.path)
        try config.text.write(toFile: folder.path + "/homeserver.yaml", atomically: true, encoding: .utf8)
        try SynapseConfig.log.write(toFile: folder.path + "/log.yaml", atomically: true, encoding: .utf8)
    }

    deinit { kill() }

    package var address: String { "http://127.0.0.1:\(port)" }
    package var processID: Int32 { process.withLock { $0?.processIdentifier ?? 0 } }

    /// Returns once it listens. After `kill()` it may be started again, on the same port.
    package func start() async throws {
        if !FileManager.default.fileExists(atPath: folder.path + "/key") {
            let maker = try run(["--generate-keys"])
            maker.waitUntilExit()
        }
        let output = Pipe()
        let program = try run([], output)
        process.withLock { $0 = program }
        if let lastWords = await Self.wait(for: "Synapse now listening", in: output.fileHandleForReading) {
            throw Failure.ended(lastWords)
        }
    }

    private func run(_ arguments: [String], _ output: Pipe? = nil) throws -> Process {
        guard let python = Self.python else { throw Failure.notInstalled }
        let program = Process()
        program.executableURL = URL(fileURLWithPath: python)
        program.currentDirectoryURL = URL(fileURLWithPath: folder.path)
        program.arguments = ["-m", "synapse.app.homeserver", "-c", folder.path + "/homeserver.yaml"] + arguments
        program.standardInput = FileHandle.nullDevice
        program.standardOutput = output ?? FileHandle.nullDevice
        program.standardError = output ?? FileHandle.nullDevice
        try program.run()
        return program
    }

    /// Ends it at once, as a crash does.
    package func kill() {
        let program = process.withLock { process in
            defer { process = nil }
            return process
        }
        guard let program, program.isRunning else { return }
        Glibc.kill(program.processIdentifier, SIGKILL)
        program.waitUntilExit()
    }

    /// Lets it stand still, and go on: what it was sent waits.
    package func signal(_ signal: Int32) { Glibc.kill(processID, signal) }

    /// - Returns: `nil` once the sign was there; else what was said until the end. What is said later is read and let be.
    private static func wait(for sign: String, in output: FileHandle) async -> String? {
        let (signs, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let said = Mutex("")
        output.readabilityHandler = { handle in
            let bytes = handle.availableData
            guard !bytes.isEmpty else {
                handle.readabilityHandler = nil
                continuation.finish()
                return
            }
            let isThere = said.withLock { said in
                said = String((said + String(decoding: bytes, as: UTF8.self)).suffix(4096))
                return said.contains(sign)
            }
            if isThere { continuation.yield() }
        }
        for await _ in signs { return nil }
        return said.withLock { $0 }
    }
}
