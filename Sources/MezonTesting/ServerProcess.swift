import Foundation
import Synchronization

#if canImport(Glibc)
    import Glibc
#endif

/// A server that a test or a trial has started: it runs until it is killed, and may be started again.
final class ServerProcess: Sendable {
    private let process = Mutex<Process?>(nil)

    var processID: Int32 { process.withLock { $0?.processIdentifier ?? 0 } }

    /// Returns once the server has said the sign.
    /// - Returns: `nil`; or, where the program ended before, what it said last.
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

    /// Ends it at once, as a crash does.
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

    /// What is said after the sign is read and let be.
    ///
    /// A thread reads, and not `readabilityHandler`: that one closes the descriptor while libdispatch still has it in its event loop, and
    /// the next server whose pipe gets the same number brings the process down (`_dispatch_event_loop_drain`).
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
