import AsyncSupport
package import ChatModel

/// A server for the Model Context Protocol: answers what it knows, and runs a command of the program for everything else.
///
/// It serves one client, whose messages arrive as lines or by HTTP.
package actor ContextServer {
    /// Delivers the response to a message; nil if it has none. Called once for each message.
    package typealias Respond = @Sendable (JSONValue?) async throws -> Void

    private var session: ServerSession
    private let runner: CommandRunner
    private var tasks: [RequestID: Task<Void, Never>] = [:]

    package init(_ session: ServerSession, runner: CommandRunner) {
        self.session = session
        self.runner = runner
    }

    /// Answers lines until the input ends, the client closes the output or the task is cancelled. Commands that still run then are
    /// killed; a response that has begun is written to its end.
    package func run(_ lines: InputLines, output: OutputLines) async {
        let respond: Respond = { response in
            if let response { try await output.send(try JSONText.text(response)) }
        }
        do {
            for await line in lines { try await receive(line, respond) }
        } catch {
            // Nobody reads responses any more.
        }
        let running = tasks.values
        endCommands()
        await withTaskCancellationHandler {
            for task in running { await task.value }
        } onCancel: {
            for task in running { task.cancel() }
        }
    }

    /// Answers a message, which may take as long as a command.
    ///
    /// - Returns: The response; nil if the message has none.
    /// - Throws: `CancellationError`. The command continues, because the end of a connection does not cancel a request.
    package func response(to message: ArraySlice<UInt8>) async throws -> JSONValue? {
        let promise = AsyncPromise<JSONValue?>()
        try await receive(message) { promise.settle(.success($0)) }
        return try await promise.value()
    }

    /// Kills the commands that run. Responses that have begun are not affected.
    package func endCommands() {
        for (id, task) in tasks where !session.isResponding(to: id) { task.cancel() }
    }

    private func receive(_ line: InputLines.Line, _ respond: @escaping Respond) async throws {
        guard case .line(let bytes) = line else {
            let error = ProtocolError(.invalidRequest, "the line is longer than \(InputLines.maxLength >> 20) MiB")
            return try await respond(error.response(to: nil))
        }
        try await receive(bytes, respond)
    }

    private func receive(_ message: ArraySlice<UInt8>, _ respond: @escaping Respond) async throws {
        switch session.receive(message) {
        case .none: try await respond(nil)
        case .respond(let response): try await respond(response)
        case .cancel(let id):
            tasks.removeValue(forKey: id)?.cancel()
            try await respond(nil)
        case .run(let id, let command, let purpose):
            // Not a child of `run`, because the client can cancel each command by itself.
            tasks[id] = Task { await self.perform(command, purpose, for: id, respond) }
        }
    }

    private func perform(
        _ command: ChildCommand, _ purpose: ServerSession.RunPurpose, for id: RequestID, _ respond: Respond
    ) async {
        let outcome: ChildOutcome?
        do { outcome = try await runner.run(command) } catch { outcome = nil }  // The request is cancelled.
        do {
            guard let outcome, !Task.isCancelled, session.beginResponse(to: id) else { return try await respond(nil) }
            // It counts until then: a client that reads nothing does not make responses pile up.
            defer {
                session.finish(id)
                tasks[id] = nil
            }
            try await respond(ServerSession.response(to: id, purpose, outcome))
        } catch {
            // The client reads no responses any more.
        }
    }
}
