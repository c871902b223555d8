import Foundation
import Synchronization

#if canImport(Glibc)
    import Glibc
#endif

/// A server process started by a test or a soak run. It runs until it is killed, and may be started again.
final class ServerProcess: Sendable {
    private let process = Mutex<Process?>(nil)

    var processID: Int32 { process.withLock { $0?.processIdentifier ?? 0 } }

    /// Starts the program and returns once its output contains the sign.
    ///
    /// - Returns: `nil`; if the program ended before, the end of its output.
    func start(_ path: String, _ arguments: [String], in folder: TemporaryDirectory, until sign: String) async throws -> String? {
        let output = Pipe()
        let program = Process()
        program.executableURL = URL(fileURLWithPath: path)
        program.currentDirectoryURL = URL(fileURLWithPath: folder.path)
        program.arguments = arguments
        program.standardInput = FileHandle.nullDevice
        program.standardOutput = output
        program.standardError = output
        try program.run()
        process.withLock { $0 = program }
        return await withTaskCancellationHandler {
            await Self.wait(for: sign, in: output.fileHandleForReading)
        } onCancel: {
            kill()
        }
    }

    /// Ends the process at once, as a crash does.
    func kill() {
        let program = process.withLock { process in
            defer { process = nil }
            return process
        }
        guard let program, program.isRunning else { return }
        Glibc.kill(program.processIdentifier, SIGKILL)
        program.waitUntilExit()
    }

    func signal(_ signal: Int32) {
        let id = processID
        if id > 0 { Glibc.kill(id, signal) }
    }

    /// Waits for the sign. Later output is read and discarded.
    ///
    /// A thread reads instead of `readabilityHandler`, which closes the descriptor while libdispatch still has it in its event
    /// loop; the next server whose pipe gets the same number then crashes the process (`_dispatch_event_loop_drain`).
    private static func wait(for sign: String, in output: FileHandle) async -> String? {
        await withCheckedContinuation { waiter in
            Thread.detachNewThread {
                var waiter: CheckedContinuation<String?, Never>? = waiter
                var said = ""
                while case let bytes = output.availableData, !bytes.isEmpty {
                    guard waiter != nil else { continue }
                    said = String((said + String(decoding: bytes, as: UTF8.self)).suffix(4096))
                    guard said.contains(sign) else { continue }
                    waiter?.resume(returning: nil)
                    waiter = nil
                }
                waiter?.resume(returning: said)
            }
        }
    }
}
