import BotKit
import Foundation
import Logging
import MezonModel
import MezonSession
import MezonSocket
import MezonTesting
import Persistence
import Testing

@testable import MezonBot

/// The house as a whole, over real sockets, at its own gateway.
struct HouseTests {
    private struct Parrot: Bot {
        static let manifest = Manifest("parrot", needs: [.reply, .edit])
        let options: NoOptions
        func handle(_ message: Message, _ prepared: Void, _ context: Context) -> [Action] { [.reply(Draft(message.text))] }
        func notice(_ event: Event, _ context: Context) -> [Action] {
            guard case .edit(let message) = event else { return [] }
            return [.reply(Draft("changed to \(message.text)"))]
        }
    }

    private static let general: ChannelID = 1_900_000_000_000_000_011
    private static let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    /// A running house, and what is said in its gateway's general channel by others than the guest.
    private struct Running {
        let house: House
        let guestID: UserID
        let guest: Person
        let heard: AsyncStream<Event>
        let folder: TemporaryFolder
    }

    private func withHouse(
        rules: String = "", _ body: @escaping @Sendable (Running, Channel) async throws -> Void
    ) async throws {
        let folder = try TemporaryFolder()
        let config = """
            version: 1
            names: { channels: { general: "\(Self.general)" } }
            plugins: { parrot: { enabled_in: [general] } }
            rules:
              - id: greeting
                trigger: message
                when: { text: { any_word: [hello] } }
                then: [{ reply: "Hello {{ author.username }}" }, { react: "👋" }]
              - id: scam
                trigger: message
                mode: enforce
                when: { text: { contains: free nitro } }
                then: [delete]
            \(rules)
            """
        try config.write(toFile: folder.path + "/config.yaml", atomically: true, encoding: .utf8)
        let plan = try #require(
            HousePlan.check(folder.path + "/config.yaml", registry: BotRegistry([Parrot.self]), environment: [:]).plan)
        let (ready, isReady) = AsyncStream<Void>.makeStream()
        let readyFile = folder.path + "/ready.json"
        let house = try await House(
            plan, options: .init(dataFolder: folder.path + "/data", readyFile: readyFile), time: SystemTime(), logger: Self.logger
        ) { _ in isReady.finish() }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await house.run() }
            for await _ in ready {}
            let place = try ReadyFile.read(from: readyFile)
            let account = try #require(place.accounts.first { $0.name == "guest" })
            let guest = Person(
                endpoint: try #require(GatewayEndpoint(place.gateway)),
                credentials: Credentials(appID: "\(account.appid)", token: Secret(account.token)), time: SystemTime(),
                logger: Self.logger)
            group.addTask {
                do { try await guest.run() } catch is CancellationError {}
            }
            var roster: Roster?
            while let inflow = await guest.next() {
                if case .ready(let found) = inflow {
                    roster = found
                    break
                }
            }
            let channel = try #require(roster?.channels.first { $0.id == Self.general })
            let (heard, hears) = AsyncStream<Event>.makeStream()
            group.addTask {
                while let inflow = await guest.next() {
                    guard case .events(let arrivals) = inflow else { continue }
                    for arrival in arrivals { hears.yield(arrival.event) }
                }
            }
            try await body(Running(house: house, guestID: account.appid, guest: guest, heard: heard, folder: folder), channel)
            await house.shutDown()
            try await group.next()
            group.cancelAll()
        }
    }

    private func next(_ running: Running) async -> String {
        for await event in running.heard {
            switch event {
            case .message(let message) where message.author.id != running.guestID: return message.text
            case .reaction(let reaction): return reaction.emoji
            case .delete: return "(deleted)"
            default: continue
            }
        }
        return "(nothing)"
    }

    @Test(.timeLimit(.minutes(1))) func `a word gets its answer from a rule and from a bot`() async throws {
        try await withHouse { running, channel in
            try await running.guest.say("hello", in: channel)
            #expect(await [next(running), next(running), next(running)] == ["Hello guest", "👋", "hello"])
        }
    }

    @Test(.timeLimit(.minutes(1))) func `an edit is an event and a delete is carried out`() async throws {
        try await withHouse { running, channel in
            let first = try await running.guest.say("one", in: channel)
            #expect(await next(running) == "one")
            _ = try await running.guest.carryOut(.edit(first, "two", topic: 0), in: channel)
            #expect(await next(running) == "changed to two")
            try await running.guest.say("get FREE nitro here", in: channel)
            #expect(await Set([next(running), next(running)]) == ["(deleted)", "get FREE nitro here"])
        }
    }

    @Test(.timeLimit(.minutes(1))) func `a start and the end of an outage wake rules`() async throws {
        let rules = """
              - id: up
                trigger: startup
                then: [{ send: { to: general, text: I am up } }]
              - id: back
                trigger: { reconnected: { gap: ">= 0s" } }
                then: [{ send: { to: general, text: I am back } }]
            """
        try await withHouse(rules: rules) { running, channel in
            let place = try ReadyFile.read(from: running.folder.path + "/ready.json")
            try await GatewayControl(url: try #require(place.control), time: SystemTime())
                .post("/disconnect", #"{"account":"mezon-bot"}"#)
            var heard = await next(running)
            if heard == "I am up" { heard = await next(running) }
            #expect(heard == "I am back")
            let reader = try JournalReader(folder: running.folder.path + "/data")
            let lines = try await reader.lines(after: 0, limit: 10)
            #expect(lines.map(\.entry.kind).filter { $0.hasPrefix("house-") } == ["house-started", "house-reconnected"])
            #expect(
                lines.flatMap { $0.trace?.steps ?? [] }.map(\.who).filter { $0.hasPrefix("rule:") } == ["rule:up", "rule:back"])
        }
    }

    @Test(.timeLimit(.minutes(1))) func `the journal tells what each message came to`() async throws {
        try await withHouse { running, channel in
            try await running.guest.say("hello", in: channel)
            for _ in 0..<3 { _ = await next(running) }
            let reader = try JournalReader(folder: running.folder.path + "/data")
            let line = try #require(try await reader.lines(after: 1, limit: 1).first)
            #expect(line.trace?.steps.map(\.who) == ["rule:greeting", "bot:parrot"])
            #expect(line.deliveries.map(\.author) == ["rule:greeting", "rule:greeting", "bot:parrot"])
            let text = JournalListing(labels: try await reader.channelLabels(), in: .gmt).human(line)
            #expect(text.hasPrefix("#2 ") && text.contains(" general Guest: hello\n    rule:greeting: reply, react ("))
            #expect(try JournalListing(labels: [:], in: .gmt).json(line).contains(#""text":"hello""#))
        }
    }

    @Test(.timeLimit(.minutes(1))) func `a second house on the same data is told whose they are`() async throws {
        try await withHouse { running, _ in
            #expect(
                throws: StorageError.owned(folder: running.folder.path + "/data", by: ProcessInfo.processInfo.processIdentifier)
            ) {
                try DataFolder(running.folder.path + "/data")
            }
        }
    }
}
