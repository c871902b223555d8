import AsyncSupport
import ChatModel

/// A server for the Model Context Protocol over lines: answers what it knows, and runs a command of the program for everything
/// else.
///
/// It serves one client, until its input ends.
package actor ContextServer {
    private var session: ServerSession
    private let runner: CommandRunner
    private let output: OutputLines
    private var tasks: [RequestID: Task<Void, Never>] = [:]

    package init(_ session: ServerSession, runner: CommandRunner, output: OutputLines) {
        self.session = session
        self.runner = runner
        self.output = output
    }

    /// Answers lines until the input ends, the client closes the output or the task is cancelled. Commands that still run then are
    /// killed; a response that has begun is written to its end.
    package func run(_ lines: InputLines) async {
        do {
            for await line in lines { try await receive(line) }
        } catch {
            // Nobody reads responses any more.
        }
        let running = tasks.values
        for (id, task) in tasks where !session.isResponding(to: id) { task.cancel() }
        await withTaskCancellationHandler {
            for task in running { await task.value }
        } onCancel: {
            for task in running { task.cancel() }
        }
    }

    private func receive(_ line: InputLines.Line) async throws {
        guard case .line(let bytes) = line else {
            let error = ProtocolError(.invalidRequest, "the line is longer than \(InputLines.maxLength >> 20) MiB")
            return try await write(error.response(to: nil))
        }
        switch session.receive(bytes) {
        case .none: break
        case .respond(let response): try await write(response)
        case .cancel(let id): tasks.removeValue(forKey: id)?.cancel()
        case .run(let id, let command, let purpose):
            // Not a child of `run`, because the client can cancel each command by itself.
            tasks[id] = Task { await self.perform(command, purpose, for: id) }
        }
    }

    private func perform(_ command: ChildCommand, _ purpose: ServerSession.RunPurpose, for id: RequestID) async {
        do {
            let outcome = try await runner.run(command)
            guard !Task.isCancelled, session.beginResponse(to: id) else { return }
            // It counts until then: a client that reads nothing does not make responses pile up.
            defer {
                session.finish(id)
                tasks[id] = nil
            }
            try await write(ServerSession.response(to: id, purpose, outcome))
        } catch {
            // The client has cancelled the request, or reads no responses any more.
        }
    }

    private func write(_ message: JSONValue) async throws { try await output.send(try JSONText.text(message)) }
}
