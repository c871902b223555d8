import BotKit
import ChatModel
import EventProcessing
import Foundation
import Logging
import MezonBotApp
import MezonProtocol
import MezonTestGateway
import Storage

/// The runtime of a test clan: the gateway, the application with its store, and the clock, driven by one caller at a time.
actor TestClanRuntime {
    nonisolated let time: ManualTime
    nonisolated let sender: TestClanSender
    nonisolated let transcript: Transcript
    nonisolated let web = TestWeb()
    private let plan: CompiledConfiguration
    private let me: UserID
    private let clans: [Clan]
    private let seed: UInt64
    private let order: ShuffledScheduler?
    private let watch: NondeterminismDetector
    private let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    private let folder: TemporaryDirectory
    private let notes = ActionLog()
    /// Nil only during a restart.
    private var open: (store: Store, application: SteppedApplication)?
    private var deathsBeforeCommit: Set<Int> = []
    private var commits = 0
    private var story: StoryRecord?
    private var isBusy = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// Creates the runtime.
    ///
    /// - Parameter shuffling: The seed for a random order of jobs; nil for the system's order.
    init(
        _ plan: CompiledConfiguration, gateway: InMemoryGateway, me: UserID, clans: [Clan], seed: UInt64, time: ManualTime,
        shuffling: UInt64?
    ) async throws {
        self.plan = plan
        self.me = me
        self.clans = clans
        self.seed = seed
        self.time = time
        order = shuffling.map(ShuffledScheduler.init)
        watch = NondeterminismDetector(order)
        sender = TestClanSender(gateway, me: me, web: web, time: time)
        transcript = Transcript()
        Transcripts.current?.add(transcript)
        folder = try TemporaryDirectory()
        try await withTaskExecutorPreference(order) {
            try await start()
            try await list()
        }
        try watch.check()
    }

    /// The reader of the store; nil during a restart.
    var reader: JournalReader? { open?.store.reader }

    /// The application's data directory.
    var path: String { folder.path }

    /// Performs an operation on the clan; returns the actions that bots and rules request because of it, once they are committed
    /// and everything that can be sent is sent.
    func perform(_ words: String, _ operation: @Sendable (inout InMemoryGateway) throws -> [RtEnvelope]) async throws
        -> [RequestedAction]
    {
        try await exclusively {
            try await startAction()
            transcript.add("\(Transcript.stamp(time.now)) \(words)")
            let heard = try sender.gateway(operation)
            try await application.take(heard)
            let actions = try await settle()
            return actions + (try await endAction())
        }
    }

    /// Changes the members without an event, as if it had always been so.
    func arrange(_ change: @Sendable (inout InMemoryGateway) throws -> Bool) async throws {
        try await exclusively {
            if try sender.gateway(change) { try await list() }
        }
    }

    /// Advances the clock and processes everything that becomes due.
    func advance(by duration: Duration) async throws -> [RequestedAction] {
        try await exclusively {
            try await startAction()
            transcript.add("\(Transcript.stamp(time.now)) \(duration) pass")
            let actions = try await pass(duration)
            return actions + (try await endAction())
        }
    }

    /// Lets time pass.
    private func pass(_ duration: Duration) async throws -> [RequestedAction] {
        // The store has millisecond precision.
        let target = time.uptime + .milliseconds((max(.zero, duration) / .milliseconds(1)).rounded(.up))
        var actions: [RequestedAction] = []
        while true {
            _ = try await application.appendDueEvents()
            var nextEnd: Date?
            repeat {
                actions += try await settle()
                // The decisions may have made something else due.
                nextEnd = try await application.appendDueEvents()
            } while try await !application.isDone
            let now = time.uptime
            guard now < target else { return actions }
            let end = nextEnd.map { now + .milliseconds(max(1, ($0.timeIntervalSince(time.now) * 1000).rounded(.up))) }
            let next = [target, time.nextWake, end].compactMap(\.self).min() ?? target
            time.advance(by: max(next - now, .milliseconds(1)))
        }
    }

    func restart(isKilled: Bool) async throws -> [RequestedAction] {
        try await exclusively {
            transcript.add("\(Transcript.stamp(time.now)) the bot \(isKilled ? "is killed and " : "")restarts")
            try await startAgain(isKilled: isKilled)
            return try await settle()
        }
    }

    // Stories under faults

    /// Begins a story, whose actions have faults or pauses.
    func begin(_ mode: StoryMode) { story = StoryRecord(mode: mode) }

    /// Ends the story; faults that have not occurred no longer do.
    func endStory() -> StoryRecord {
        defer { story = nil }
        deathsBeforeCommit = []
        sender.clearFaults()
        return story ?? StoryRecord(mode: .pauses([]))
    }

    /// Draws the fault before an action.
    private func startAction() async throws {
        guard story != nil else { return }
        story?.actions += 1
        guard let number = story?.actions, case .faults(let faults)? = story?.mode,
            let fault = faults.fault(beforeAction: number)
        else { return }
        story?.faults[number] = "\(fault)"
        transcript.add("! \(fault)")
        switch fault {
        case .request(let number, let fault): sender.fail(number, with: fault)
        case .commit(let number): crash(beforeCommit: number)
        case .restart(let isKilled):
            try await startAgain(isKilled: isKilled)
            _ = try await settle()
        }
    }

    /// Lets time pass after an action until what failed has been sent, or as long as it took under faults.
    private func endAction() async throws -> [RequestedAction] {
        switch story?.mode {
        case nil: return []
        case .pauses(let pauses):
            guard let number = story?.actions, pauses.indices.contains(number - 1), pauses[number - 1] > .zero else { return [] }
            return try await pass(pauses[number - 1])
        case .faults:
            var actions: [RequestedAction] = []
            var pause = Duration.zero
            while try await application.waitForDeliveries() > 0, pause < Self.maxPause {
                pause += .seconds(1)
                actions += try await pass(.seconds(1))
            }
            story?.pauses.append(pause)
            return actions
        }
    }

    /// The time within which every failed request has been repeated.
    private static let maxPause = Duration.seconds(600)

    func crash(beforeCommit number: Int) { deathsBeforeCommit.insert(commits + number) }

    /// Runs work exclusively: the application, its clock and its sender have one caller at a time.
    private func exclusively<Value: Sendable>(_ work: () async throws -> sending Value) async throws -> sending Value {
        if isBusy { await withCheckedContinuation { waiting.append($0) } }
        isBusy = true
        defer { if waiting.isEmpty { isBusy = false } else { waiting.removeFirst().resume() } }
        let value = try await withTaskExecutorPreference(order) { try await work() }
        try watch.check()
        if let call = sender.takeNotModelled() { throw TestClanError.notModelled(call) }
        return value
    }

    private var application: SteppedApplication {
        get throws {
            guard let open else { throw StorageError.missing(file: folder.path) }
            return open.application
        }
    }

    /// Processes undecided entries and waits for deliveries until neither leaves anything to do.
    private func settle() async throws -> [RequestedAction] {
        var actions: [RequestedAction] = []
        while true {
            while let (entry, turn) = try await application.decideNext() {
                let asked = notes.take(entry.sequence)
                commits += 1
                if deathsBeforeCommit.remove(commits) != nil {
                    transcript.add("    the bot is killed before it commits, and restarts")
                    try await startAgain(isKilled: true)
                    continue
                }
                try await application.commit(turn)
                // A response follows its request, whenever the other deliveries end.
                if case .system(.response) = entry.event {
                    for line in sender.takeRequested() { transcript.add("    \(line)") }
                }
                transcript.add(entry, turn, me: me)
                actions += asked.map { RequestedAction(entry: entry, author: $0.author, action: $0.action) }
            }
            let asleep = try await application.waitForDeliveries()
            await time.waitForSleepers(asleep)
            for line in sender.takeSent() { transcript.add("    \(line)") }
            let heard = sender.takeHeard()
            try await application.take(heard)
            if heard.isEmpty, try await application.isDone { return actions }
        }
    }

    private func start() async throws {
        let (sender, web, me) = (sender, web, me)
        try StoreTemplate.copy(to: folder)
        let store = try Store(folder: try DataDirectory(folder.path), time: time, logger: logger)
        let known = sender.gateway { $0.channels(readBy: me) }
        try await store.directory.remember(clans: clans, channels: known)
        let application = try await SteppedApplication(
            plan, store: store, me: me, sender: sender, seed: seed, time: time, logger: logger,
            executors: watch.executors, watch: { [notes] in RecordingHandler(handler: $0, notes: notes) }
        ) { await TestReadService(store: store, sender: sender, web: web, me: me).answer($0) }
        open = (store, application)
    }

    private func startAgain(isKilled: Bool) async throws {
        let ending = open
        open = nil
        try await ending?.application.end(isKilled: isKilled)
        try await start()
    }

    /// Fills the store's directory, as the first listing would.
    private func list() async throws {
        guard let store = open?.store else { return }
        for clan in clans.map(\.id) {
            let (members, roles, names) = sender.gateway { ($0.members(of: clan), $0.roles(of: clan), $0.authors(of: clan)) }
            store.directory.beginListing(of: clan)
            try await store.directory.finishListing(of: clan, members: members, roles: roles, names: names)
        }
    }
}
