import AsyncSupport
import Foundation

/// A process whose output is read until it ends.
final class ChildProcess: Sendable {
    private let group = ProcessGroup()

    /// - Throws: `CancellationError`.
    func run(_ program: URL, _ arguments: [String], _ limits: CommandRunner.Limits) async throws -> ChildOutcome {
        let process = Process()
        process.executableURL = program
        process.arguments = arguments
        process.standardInput = FileHandle.nullDevice
        let (output, errors) = (Pipe(), Pipe())
        process.standardOutput = output
        process.standardError = errors
        let ending = AsyncPromise<(reason: Process.TerminationReason, status: Int32)>()
        // Foundation keeps them open.
        defer { for pipe in [output, errors] { Self.close(pipe.fileHandleForReading) } }
        do {
            guard try group.start(process, onEnd: { ending.settle(.success(($0, $1))) }) else {
                for pipe in [output, errors] { Self.close(pipe.fileHandleForWriting) }
                return .killed(signal: SIGKILL)
            }
        } catch {
            for pipe in [output, errors] { Self.close(pipe.fileHandleForWriting) }
            return .notStarted(error.localizedDescription)
        }
        async let text = contents(of: output, limit: limits.outputBytes) { [self] in end() }
        async let problems = contents(of: errors, limit: limits.errorBytes) {}
        let (printed, reported) = await (text, problems)
        let (reason, status) = try await ending.value()
        if printed.isCut { return .tooMuchOutput(limitInBytes: limits.outputBytes) }
        guard reason == .exit else { return .killed(signal: status) }
        return .exited(code: status, output: printed.text, errors: reported.text)
    }

    /// Ends the process at once, or keeps it from being started.
    func end() { group.end() }

    private static func close(_ handle: FileHandle) {
        do { try handle.close() } catch {}  // It is closed already.
    }

    /// Reads a pipe to its end on a thread of its own, and keeps the beginning.
    private func contents(
        of pipe: Pipe, limit: Int, onExcess: @escaping @Sendable () -> Void
    ) async -> (text: String, isCut: Bool) {
        let descriptor = pipe.fileHandleForReading.fileDescriptor
        let result = await onDedicatedThread {
            var kept: [UInt8] = []
            var isCut = false
            var part = [UInt8](repeating: 0, count: 64 << 10)
            while true {
                let count = read(descriptor, &part, part.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { break }
                let room = limit - kept.count
                kept.append(contentsOf: part[..<min(count, room)])
                if count > room, !isCut {
                    isCut = true
                    onExcess()
                }
            }
            return (text: String(decoding: kept, as: UTF8.self), isCut: isCut)
        }
        withExtendedLifetime(pipe) {}
        return result
    }
}
