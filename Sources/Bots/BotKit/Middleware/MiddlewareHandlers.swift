import AsyncSupport

/// The event handler that runs incoming middleware in a channel.
struct IncomingMiddlewareHandler<M: IncomingMiddleware>: EventHandler {
    let middleware: M
    let runtime: BotRuntime
    let name = "middleware:" + M.name

    func precheck(_ message: Message, _ context: EventContext) -> Verdict {
        let event = Event.message(message)
        let (room, place) = (runtime.supervisor(of: name), InvocationPlace(event, runtime.channel))
        guard room.refusal(of: record(context), in: place) == nil else { return .pass }  // `handle` notes the reason.
        return room.precheck(in: place) { middleware.precheck(message) }
    }

    func stepTimeout(for event: Event) -> Duration? {
        runtime.supervisor(of: name).patience(in: InvocationPlace(event, runtime.channel))
    }

    func handle(_ event: Event, in context: EventContext) -> HandlingStep {
        guard case .message(let message) = event else { return .none }
        let (room, place) = (runtime.supervisor(of: name), InvocationPlace(event, runtime.channel))
        if let reason = room.refusal(of: record(context), in: place) { return .absent(reason) }
        let circumstances = MiddlewareContext(
            now: context.now, me: context.me, clan: event.clan(runtime.channel), isLate: context.isLate)
        let name = record(context)
        return .checking {
            try await room.watched(name, in: place) { watch in
                try await room.run(watch) { try await middleware.prepare(message, circumstances) }
            }
        }
    }

    private func record(_ context: EventContext) -> InvocationRecord.Name {
        InvocationRecord.Name(sequence: context.sequence, author: name)
    }
}

/// The delivery middleware that runs outgoing middleware for a channel.
struct OutboundMiddlewareHandler<M: OutboundMiddleware>: DeliveryMiddleware {
    let middleware: M
    let runtime: BotRuntime
    let note: @Sendable (_ name: String, _ channel: ChannelID, _ failure: String) -> Void
    let name = "middleware:" + M.name

    private struct TimeoutError: Error, CustomStringConvertible { let description = "it took longer than a second" }

    private static var limit: Duration { .seconds(1) }

    func ignores(_ outgoing: ResolvedAction) -> Bool { outgoing.draft == nil }

    func prepare(_ outgoing: ResolvedAction, of cause: Int64) async throws -> ResolvedAction {
        guard let draft = outgoing.draft else { return outgoing }
        let room = runtime.supervisor(of: name)
        let clan = runtime.channel(outgoing.channel)?.clan ?? 0
        let place = InvocationPlace(clan: clan, channel: outgoing.channel)
        let record = InvocationRecord.Name(sequence: cause, author: name)
        let message = OutboundMessage(draft, to: outgoing.channel, of: clan, kind: outgoing.request.kind)
        if let reason = room.refusal(of: record, in: place) { return try unprepared(outgoing, reason) }
        let result: (Verdict, OutboundMessage)
        do {
            result = try await room.watched(record, in: place) { watch in
                let limit = room.patience(in: place) ?? Self.limit
                let answer = try await withTimeout(
                    limit, time: room.time,
                    abandoning: {
                        try await room.run(watch) {
                            var changed = message
                            return (try await middleware.prepare(&changed), changed)
                        }
                    })
                guard let answer else { throw TimeoutError() }
                return answer
            }
        } catch let error where !(error is CancellationError) {
            return try unprepared(outgoing, "\(error)")
        }
        switch result.0 {
        case .pass:
            if let problem = result.1.draft.encodingProblem { return try unprepared(outgoing, "the message contains \(problem)") }
            var changed = outgoing
            changed.draft = result.1.draft
            return changed
        case .skip: return outgoing
        case .drop(let reason): throw DeliveryMiddlewareError.withheld(reason)
        }
    }

    /// Treats a message for which the middleware has failed.
    private func unprepared(_ outgoing: ResolvedAction, _ reason: String) throws -> ResolvedAction {
        note(name, outgoing.channel, reason)
        switch M.failurePolicy {
        case .sendUnchanged: return outgoing
        case .giveUp: throw DeliveryMiddlewareError.failed(reason)
        }
    }
}

extension BotSupervisor {
    /// Runs an invocation and records its end.
    fileprivate func watched<Value: Sendable>(
        _ name: InvocationRecord.Name, in place: InvocationPlace, _ body: (RunningInvocation) async throws -> Value
    ) async throws -> Value {
        let watch = begin(name, in: place)
        do {
            let value = try await body(watch)
            end(watch, failure: nil)
            return value
        } catch {
            if error is CancellationError { pass(watch) } else { end(watch, failure: "\(error)") }
            throw error
        }
    }
}

/// Creates the handler of configured middleware in an application's runtime.
package typealias IncomingMiddlewareInitializer = @Sendable (BotRuntime) -> any EventHandler
/// Creates the handler of configured middleware in an application's runtime, which passes each failure on.
package typealias OutboundMiddlewareInitializer =
    @Sendable (
        BotRuntime, _ note: @escaping @Sendable (_ name: String, _ channel: ChannelID, _ failure: String) -> Void
    ) -> any DeliveryMiddleware

extension IncomingMiddleware {
    /// Creates the middleware with the operator's options.
    ///
    /// - Throws: `OptionError`.
    package static func initializer(options: JSONValue) throws -> IncomingMiddlewareInitializer {
        let middleware = Self(options: try Options.decode(from: options))
        return { IncomingMiddlewareHandler(middleware: middleware, runtime: $0) }
    }
}

extension OutboundMiddleware {
    /// Creates the middleware with the operator's options.
    ///
    /// - Throws: `OptionError`.
    package static func initializer(options: JSONValue) throws -> OutboundMiddlewareInitializer {
        let middleware = Self(options: try Options.decode(from: options))
        return { OutboundMiddlewareHandler(middleware: middleware, runtime: $0, note: $1) }
    }
}
