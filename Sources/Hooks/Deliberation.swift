package import BotKit
package import Logging
package import MezonModel
import MezonWire
package import Persistence

/// Takes one entry through a channel's list and says what it came to. Nothing is written here: the turn is a value.
package struct Deliberation: Sendable {
    /// The budgets of house.md.
    package struct Limits: Sendable {
        package var prepare: Duration = .milliseconds(250)
        package var handle: Duration = .seconds(10)
        package init() {}
    }

    /// Who looks at a channel's events, in order.
    package typealias Participants = @Sendable (_ event: Event) -> [any Participant]

    private let me: UserID
    private let participants: Participants
    private let limits: Limits
    let time: any TimeSource
    private let logger: Logger

    package init(
        me: UserID, limits: Limits = Limits(), time: any TimeSource, logger: Logger, participants: @escaping Participants
    ) {
        self.me = me
        self.limits = limits
        self.time = time
        self.logger = logger
        self.participants = participants
    }

    package func turn(for entry: Entry) async -> Turn {
        guard let event = entry.event else {
            return Turn(sequence: entry.sequence, trace: Trace([.init("house", "skip", "it cannot be read")]))
        }
        if case .unknown = event {
            return Turn(sequence: entry.sequence, trace: Trace([.init("house", "skip", "a kind this build does not know")]))
        }
        let context = Context(
            now: event.time ?? entry.receivedAt, me: me, isLate: entry.isLate, seed: UInt64(bitPattern: entry.sequence))
        var trace = Trace()
        let willing = precheck(event, context, tracing: &trace)
        var deliveries: [NewDelivery] = []
        var ordinals: [String: Int] = [:]
        for (participant, prepared) in await prepare(willing, event, context, tracing: &trace) {
            for contribution in await contributions(of: participant, prepared, tracing: &trace) {
                deliver(contribution, for: event, to: &deliveries, counting: &ordinals, tracing: &trace)
            }
        }
        return Turn(sequence: entry.sequence, trace: trace, deliveries: deliveries)
    }

    /// Only a new message has prechecks; everything else goes to everybody.
    private func precheck(_ event: Event, _ context: Context, tracing trace: inout Trace) -> [any Participant] {
        let all = participants(event)
        guard case .message(let message) = event else { return all }
        var willing: [any Participant] = []
        for participant in all {
            switch participant.precheck(message, context) {
            case .pass:
                willing.append(participant)
            case .skip(let reason):
                trace.steps.append(.init(participant.name, "skip", reason))
            case .drop(let reason):
                trace.steps.append(.init(participant.name, "drop", reason))
                return willing
            }
        }
        return willing
    }

    private enum Prepared {
        case decided([Contribution])
        case handling(Handling)
    }

    private func prepare(
        _ willing: [any Participant], _ event: Event, _ context: Context, tracing trace: inout Trace
    ) async -> [(any Participant, Prepared)] {
        var prepared: [(any Participant, Prepared)] = []
        for participant in willing {
            switch participant.attendance(at: event, context) {
            case .none: break
            case .decided(let contributions): prepared.append((participant, .decided(contributions)))
            case .deliberating(let prepare):
                do {
                    prepared.append((participant, .handling(try await withDeadline(limits.prepare, time, prepare))))
                } catch {
                    fail(participant, "prepare", error, tracing: &trace)
                }
            }
        }
        return prepared
    }

    private func contributions(
        of participant: any Participant, _ prepared: Prepared, tracing trace: inout Trace
    ) async -> [Contribution] {
        switch prepared {
        case .decided(let contributions): return contributions
        case .handling(let handling):
            do {
                return try await withDeadline(limits.handle, time, handling)
            } catch {
                fail(participant, "handle", error, tracing: &trace)
                return []
            }
        }
    }

    private func deliver(
        _ contribution: Contribution, for event: Event, to deliveries: inout [NewDelivery],
        counting ordinals: inout [String: Int], tracing trace: inout Trace
    ) {
        let kinds = contribution.actions.map(\.kind).joined(separator: ", ")
        trace.steps.append(
            .init(contribution.author, contribution.isShadow ? "shadow: \(kinds)" : kinds, contribution.reason))
        guard !contribution.isShadow else { return }
        // An author may be heard twice, as a bot that is listed twice is: their ordinals go on.
        let taken = ordinals[contribution.author, default: 0]
        ordinals[contribution.author] = taken + contribution.actions.count
        for (ordinal, action) in zip(taken..., contribution.actions) {
            guard let outgoing = Outgoing(action, for: event) else {
                trace.steps.append(.init(contribution.author, "failed", "\(action.kind): this event has nothing it could act on"))
                continue
            }
            deliveries.append(
                NewDelivery(
                    author: contribution.author, ordinal: ordinal, destination: outgoing.channel,
                    payload: OutgoingWire.bytes(outgoing)))
        }
    }

    /// One that throws yields nothing, and the others go on.
    private func fail(_ participant: any Participant, _ stage: String, _ error: any Error, tracing trace: inout Trace) {
        trace.steps.append(.init(participant.name, "failed", "\(stage): \(error)"))
        logger.warning(
            "A participant failed",
            metadata: ["hooks.participant": "\(participant.name)", "hooks.stage": "\(stage)", "hooks.error": "\(error)"])
    }
}

extension Entry {
    /// What the journalled frame says; nil where this build cannot read it.
    package var event: Event? {
        guard case .envelope(let envelope)? = try? Frame(frame), case .event(let event) = Push(envelope, receivedAt: receivedAt)
        else { return nil }
        return event
    }
}
