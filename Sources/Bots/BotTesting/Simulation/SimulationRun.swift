import BotKit
import ChatModel
import EventProcessing
import Foundation
import Logging
import MezonBotApp
import MezonProtocol
import MezonTestGateway
import Storage

/// One run of the steps of a plan: the bot with its store in a folder, the gateway, the link between them, and the clock.
///
/// One caller drives it, and only one delivery is under way at a time, so that a seed always gives the same run.
final class SimulationRun {
    private static let pause = Duration.milliseconds(100)
    private static let settlingTime = Duration.seconds(15 * 60)

    private let plan: SimulationPlan
    let compiled: CompiledConfiguration
    let interference: (@Sendable (String) throws -> Void)?
    /// The clock of the gateway.
    private let time: ManualTime
    let clock: SimulatedClock
    let base: TestClanSender
    let sender: SimulatedSender
    let folder: TemporaryDirectory
    let logger = Logger(label: "simulation") { _ in SwiftLogNoOpLogHandler() }
    let watch = NondeterminismDetector(nil)
    var store: Store
    var application: SteppedApplication
    var link = SimulatedLink()
    private var random: SplitMix64
    var lostAt: Date?
    /// The uptime since which the connection is half-open.
    var halfOpenSince = Duration.zero
    private var faults = PendingFaults()
    /// The times before which the server accepts no message in a channel.
    var refusedUntil: [ChannelID: Duration] = [:]
    var outcome = SimulationOutcome()

    /// - Parameter interference: Changes the data directory at each start of the bot, to show that errors are found.
    init(
        _ plan: SimulationPlan, _ compiled: CompiledConfiguration, interference: (@Sendable (String) throws -> Void)? = nil
    ) async throws {
        self.plan = plan
        self.compiled = compiled
        self.interference = interference
        random = SplitMix64(seed: plan.seed)
        time = ManualTime(now: SimulationPlan.start)
        clock = SimulatedClock(time)
        base = TestClanSender(
            try InMemoryGateway(plan.gateway, listener: SimulationPlan.bot, at: SimulationPlan.start), me: SimulationPlan.bot,
            web: TestWeb(), time: time)
        sender = SimulatedSender(base)
        folder = try TemporaryDirectory()
        try StoreTemplate.copy(to: folder)
        (store, application) = try await Self.start(compiled, folder, sender, clock, logger, watch)
        try await connect()
    }

    static func start(
        _ compiled: CompiledConfiguration, _ folder: TemporaryDirectory, _ sender: SimulatedSender, _ time: SimulatedClock,
        _ logger: Logger, _ watch: NondeterminismDetector
    ) async throws -> (Store, SteppedApplication) {
        let store = try Store(folder: try DataDirectory(folder.path), time: time, logger: logger)
        let application = try await SteppedApplication(
            compiled, store: store, me: SimulationPlan.bot, sender: sender, seed: 0, time: time, logger: logger,
            executors: watch.executors, watch: { $0 }
        ) { _ in .failed("the simulation has no reads") }
        sender.onHold { [weak application] in application?.noteHeldDelivery() }
        return (store, application)
    }

    /// Performs all steps, restores the connection and lets time pass until everything is settled.
    func perform() async throws -> SimulationOutcome {
        for step in plan.steps {
            note("\(step)")
            try await perform(step)
        }
        note("the end")
        faults = PendingFaults()
        if link.condition != .connected { try await connect() }
        try await application.take(link.release())
        while outcome.wasClockWrong, try await !setClock(wrongByHours: 0) { try await advance(by: .seconds(1)) }
        try await advance(by: Self.settlingTime)
        try await collect()
        try await application.end(isKilled: false)
        return outcome
    }

    func note(_ line: String) { outcome.trace.append("\(Transcript.stamp(time.now)) \(line)") }

    private func perform(_ step: SimulationStep) async throws {
        switch step {
        case .say(let user, let channel, let word, let number):
            time.advance(by: Self.pause)
            let text = "\(word) \(number)"
            let request = ResolvedAction.Request.send(Draft(text), answering: nil, topic: 0)
            let message = try await carryOut(request, in: SimulationPlan.channel(channel), as: SimulationPlan.user(user))
            if let message { outcome.accepted[message] = text }
        case .edit(let user, let channel, let number):
            time.advance(by: Self.pause)
            let (user, channel) = (SimulationPlan.user(user), SimulationPlan.channel(channel))
            guard
                let message = base.gateway({ $0.messages(in: channel.id, limit: 1000) })
                    .last(where: { $0.author.id == user && $0.text.hasPrefix("copy ") })
            else { return }
            let said = outcome.accepted[message.id] ?? message.text
            try await carryOut(
                .edit(message.id, Draft("\(said)\(SimulationPlan.mark(ofEdit: number))"), topic: 0), in: channel, as: user)
        case .react(let user, let channel):
            let channel = SimulationPlan.channel(channel)
            guard let message = base.gateway({ $0.messages(in: channel.id, limit: 1) }).last else { return }
            try await carryOut(
                .react("👍", message: message.id, author: message.author.id), in: channel, as: SimulationPlan.user(user))
        case .wait(let seconds): try await advance(by: .seconds(seconds))
        case .fault(let fault): try await perform(fault)
        }
    }

    private func perform(_ fault: SimulationStep.Fault) async throws {
        switch fault {
        case .send(let number, let fault): faults.sends[faults.sent + number] = .fail(fault)
        case .killAtSend(let number, let isSent): faults.sends[faults.sent + number] = isSent ? .killAfter : .killBefore
        case .killAtCommit(let number): faults.deathsBeforeCommit.insert(faults.commits + number)
        case .restart(let isKilled): try await restart(isKilled: isKilled)
        case .disconnect: lose(.disconnected)
        case .halfOpen: lose(.halfOpen)
        case .connect: if link.condition != .connected { try await connect() }
        case .storm(let connections):
            // The listings differ in how far they come.
            for number in 1..<connections {
                lose(.disconnected)
                try await connect(readingPages: number % 3)
            }
            lose(.disconnected)
            try await connect()
        case .hold(let channel): link.hold(SimulationPlan.channel(channel).id)
        case .release: try await application.take(link.release())
        case .duplicate(let count): link.duplicate(count)
        case .setClock(let hours): _ = try await setClock(wrongByHours: hours)
        }
        try await settle()
    }

    /// Carries out what a user does. Returns the id of a new message.
    @discardableResult
    private func carryOut(_ request: ResolvedAction.Request, in channel: Channel, as user: UserID) async throws -> MessageID? {
        let now = time.now
        let transport = RequestTransport(ResolvedAction(channel: channel.id, request: request), in: channel, at: now)
        let result = try base.gateway { try $0.perform(transport, as: user, at: now) }
        try await application.take(link.transmit(result.pushes))
        try await settle()
        return result.message
    }

    // Decisions, deliveries and time

    /// Decides and sends until nothing is left to do at this time.
    func settle() async throws {
        while true {
            if try await decideAll() { return }
            let later = try await application.waitForDeliveries { sender.held.count == $0 }
            await time.waitForSleepers(later)
            for line in base.takeSent() { note("  \(line)") }
            let heard = link.transmit(base.takeHeard())
            try await application.take(heard)
            let held = sender.held
            if heard.isEmpty, let channel = held.randomElement(using: &random), link.condition != .disconnected {
                if try await send(to: channel) { return }
            } else if heard.isEmpty, try await application.isDone {
                return
            }
        }
    }

    /// Decides all entries. Returns true if the process was killed, and everything is settled after its restart.
    private func decideAll() async throws -> Bool {
        while let (entry, turn) = try await application.decideNext() {
            faults.commits += 1
            if faults.deathsBeforeCommit.remove(faults.commits) != nil {
                note("  killed before the turn of entry \(entry.sequence)")
                try await restart(isKilled: true)
                return true
            }
            try await application.commit(turn)
            note("  entry \(entry.sequence): \(turn.deliveries.count) deliveries")
        }
        return false
    }

    /// Releases a held message, or does what is to happen instead. Returns true if the process was killed, and everything is settled after its
    /// restart.
    private func send(to channel: ChannelID) async throws -> Bool {
        faults.sent += 1
        if let earliest = refusedUntil.removeValue(forKey: channel), time.uptime < earliest {
            outcome.premature.append("a message to \(channel) was sent \(earliest - time.uptime) before the server permitted it")
        }
        switch faults.sends.removeValue(forKey: faults.sent) {
        case .killBefore:
            note("  killed before it sends to \(channel)")
            try await restart(isKilled: true)
            return true
        case .killAfter:
            sender.release(channel, .sendUnheard)
            _ = try await application.waitForDeliveries { sender.held.count == $0 }
            for line in base.takeSent() { note("  \(line)") }
            note("  killed after it has sent to \(channel)")
            try await restart(isKilled: true)
            return true
        case .fail(let fault):
            if case .rateLimited(let pause) = fault { refusedUntil[channel] = time.uptime + pause }
            sender.release(channel, .fail(fault))
        case nil: sender.release(channel, link.condition == .halfOpen ? .fail(.lostAcknowledgement) : .send)
        }
        return false
    }

    private func advance(by duration: Duration) async throws {
        let target = time.uptime + duration
        while true {
            _ = try await application.appendDueEvents()
            var nextEnd: Date?
            repeat {
                try await settle()
                // The decisions may have made something else due.
                nextEnd = try await application.appendDueEvents()
            } while try await !application.isDone
            noticeDeadConnection(at: time.uptime)
            let now = time.uptime
            guard now < target else { return }
            let end = nextEnd.map { now + .milliseconds(max(1, ($0.timeIntervalSince(clock.now) * 1000).rounded(.up))) }
            let next = [target, time.nextWake, end, connectionDeadline].compactMap(\.self).min() ?? target
            time.advance(by: max(next - now, .milliseconds(1)))
        }
    }

    private func collect() async throws {
        for channel in SimulationPlan.channels {
            let all = base.gateway { $0.messages(in: channel.id, limit: 1000) }
            let own = all.filter { $0.author.id == SimulationPlan.bot }.map(\.text)
            // An answer to a message that was edited before it was read has the edited text. Its copy has it in any case.
            outcome.messages[channel.id] =
                channel.id == SimulationPlan.channel(SimulationPlan.copyChannel).id
                ? own : own.map { $0.replacing(SimulationPlan.editMark, with: "") }
            outcome.remaining.formUnion(all.filter { $0.author.id != SimulationPlan.bot }.map(\.text))
        }
        for line in try await store.reader.lines(after: 0, limit: 10_000) {
            switch line.entry.event {
            case .message(let message) where message.author.id != SimulationPlan.bot:
                outcome.journaled[message.id, default: 0] += 1
            case .system(.due(let occurrence)) where occurrence.author == "rule:tick":
                outcome.occurrences[occurrence.job.due, default: 0] += 1
            default: break
            }
            outcome.unsettled += line.deliveries.filter { $0.status != .sent }.map { delivery in
                "delivery \(delivery.id) is \(delivery.status)\(delivery.reason.map { ": \($0)" } ?? "")"
            }
        }
    }
}

/// The faults that are still to come.
private struct PendingFaults {
    enum SendEvent { case fail(SendFault), killBefore, killAfter }

    /// By the number of the send.
    var sends: [Int: SendEvent] = [:]
    var deathsBeforeCommit: Set<Int> = []
    /// The sends and turns so far.
    var sent = 0
    var commits = 0
}
