import BotTesting
import ChatModel
import Synchronization
import Testing

@testable import BotKit

@Suite(.timeLimit(.minutes(15)))
struct BotSupervisorTests {
    private let time = ManualTime()
    private let told = ReportRecorder()
    private let name = InvocationRecord.Name(sequence: 1, author: "bot:kudos")
    private let lab = InvocationPlace(clan: 1)
    private let annex = InvocationPlace(clan: 2)

    private final class ReportRecorder: Sendable {
        private let reasons = Mutex<[BotSupervisor.SuspensionReason?]>([])
        private let toldPlaces = Mutex<[InvocationPlace?]>([])
        var all: [BotSupervisor.SuspensionReason?] { reasons.withLock { $0 } }
        var places: [InvocationPlace?] { toldPlaces.withLock { $0 } }
        func add(_ place: InvocationPlace?, _ reason: BotSupervisor.SuspensionReason?) {
            reasons.withLock { $0.append(reason) }
            toldPlaces.withLock { $0.append(place) }
        }
    }

    @Test func `ten failures in a row suspend a bot for ten minutes, and a success ends it`() {
        let room = room()
        for _ in 1...9 { room.end(room.begin(name, in: lab), failure: "odd") }
        #expect(room.refusal(of: name, in: lab) == nil)
        room.end(room.begin(name, in: lab), failure: "odd")
        #expect(room.refusal(of: name, in: lab) == "suspended: it failed 10 times in a row, last: odd")
        time.advance(by: .seconds(600))
        #expect(room.refusal(of: name, in: lab) == nil)
        room.end(room.begin(name, in: lab), failure: nil)
        #expect(told.all == [.failing(times: 10, last: "odd"), nil])
        #expect(room.refusal(of: name, in: lab) == nil)
    }

    @Test func `a bot that fails after its suspension is suspended at once`() {
        let room = room()
        for _ in 1...10 { room.end(room.begin(name, in: lab), failure: "odd") }
        time.advance(by: .seconds(601))
        room.end(room.begin(name, in: lab), failure: "odd")
        #expect(room.refusal(of: name, in: lab) == "suspended: it failed 11 times in a row, last: odd")
    }

    @Test func `failures in one clan suspend a bot in no other`() {
        let room = room()
        for _ in 1...10 { room.end(room.begin(name, in: lab), failure: "odd") }
        for _ in 1...100 {
            _ = room.precheck(in: annex) {
                time.advance(by: .milliseconds(2))
                return .pass
            }
        }
        let direct = [501, 502].map { InvocationPlace(clan: 0, channel: $0) }
        for _ in 1...10 { room.end(room.begin(name, in: direct[0]), failure: "odd") }
        #expect(room.refusal(of: name, in: lab) != nil && room.refusal(of: name, in: annex) != nil)
        #expect(room.refusal(of: name, in: direct[0]) != nil)
        #expect(room.refusal(of: name, in: direct[1]) == nil && room.refusal(of: name, in: InvocationPlace(clan: 3)) == nil)
        #expect(told.places == [lab, annex, direct[0]])
    }

    @Test func `a success in one clan ends no suspension and no row of failures in another`() {
        let room = room()
        for _ in 1...9 {
            room.end(room.begin(name, in: lab), failure: "odd")
            room.end(room.begin(name, in: annex), failure: nil)
        }
        room.end(room.begin(name, in: lab), failure: "odd")
        time.advance(by: .seconds(601))
        room.end(room.begin(name, in: annex), failure: nil)
        #expect(told.places == [lab])
        room.end(room.begin(name, in: lab), failure: nil)
        #expect(told.places == [lab, lab] && told.all.last == .some(nil))
    }

    @Test func `a user learns of the suspension in each clan`() throws {
        let room = room()
        for place in [lab, annex] {
            for _ in 1...10 { room.end(room.begin(name, in: place), failure: "odd") }
            let refusal = try #require(room.refusal(of: name, in: place))
            #expect(room.recordInformed(refusal, of: 5, in: place) && !room.recordInformed(refusal, of: 5, in: place))
        }
    }

    @Test func `the number of clans with failures is bounded, and a dropped suspension is reported as over`() {
        let room = room()
        for _ in 1...10 { room.end(room.begin(name, in: lab), failure: "odd") }
        for clan in 2...1025 {
            time.advance(by: .milliseconds(1))
            room.end(room.begin(name, in: InvocationPlace(clan: ClanID(Int64(clan)))), failure: "odd")
        }
        #expect(told.places == [lab, lab] && told.all.last == .some(nil))
        #expect(room.refusal(of: name, in: lab) == nil)
    }

    @Test func `a success in between resets the failure count`() {
        let room = room()
        for number in 1...30 { room.end(room.begin(name, in: lab), failure: number.isMultiple(of: 9) ? nil : "odd") }
        #expect(room.refusal(of: name, in: lab) == nil)
        #expect(told.all == [])
    }

    @Test func `three slow failures count as much as ten`() {
        let room = room()
        for _ in 1...3 {
            let watch = room.begin(name, in: lab)
            time.advance(by: .seconds(10))
            room.end(watch, failure: "slow")
        }
        #expect(room.refusal(of: name, in: lab) == "suspended: it failed 3 times in a row, last: slow")
    }

    @Test func `a dead letter is refused, and other entries are not`() {
        let room = BotSupervisor(time: time, deadLetters: [name: 7])
        #expect(room.refusal(of: name, in: lab) == "dead letter 7: it crashed the process three times")
        #expect(room.refusal(of: InvocationRecord.Name(sequence: 2, author: "bot:kudos"), in: lab) == nil)
    }

    @Test func `a bot that crashed the process too often is suspended`() {
        let room = BotSupervisor(
            time: time, suspension: (for: .seconds(60), reason: .crashing(times: 3)), onSuspensionChange: told.add)
        #expect(room.refusal(of: name, in: lab) == "suspended: it crashed the process 3 times within ten minutes")
        time.advance(by: .seconds(61))
        #expect(room.refusal(of: name, in: lab) == nil)
        #expect(told.all == [.crashing(times: 3)])
    }

    @Test func `a precheck that is slow a hundred times in a row suspends a bot`() {
        let room = room()
        for _ in 1...100 {
            _ = room.precheck(in: lab) {
                time.advance(by: .milliseconds(2))
                return .pass
            }
        }
        #expect(room.refusal(of: name, in: lab) == "suspended: its precheck took too long 100 times in a row, last 2 ms")
    }

    @Test func `while a bot blocks its thread it gets no events, and other bots run elsewhere`() async throws {
        let executor = DedicatedThreadExecutor("kudos", time: time)
        let room = BotSupervisor(executor: executor, time: time)
        let gate = Mutex(false)
        let spinning = Task {
            try await room.run(room.begin(name, in: lab)) { while !gate.withLock({ $0 }) {} }
        }
        while executor.busy == .zero {
            time.advance(by: .milliseconds(1))
            await Task.yield()
        }
        time.advance(by: .seconds(3))
        let refusal = try #require(room.refusal(of: name, in: lab))
        #expect(refusal.hasPrefix("suspended: it has blocked its thread for 3 s"))
        gate.withLock { $0 = true }
        try await spinning.value
        #expect(try await room.run(room.begin(name, in: lab)) { 7 } == 7)
        #expect(room.refusal(of: name, in: lab) == nil)
    }

    @Test func `a timed-out invocation shortens the patience until it returns`() async throws {
        let room = room()
        let (gate, opening) = AsyncStream<Void>.makeStream()
        let watch = room.begin(name, in: lab)
        let step = Task.immediate { try await room.run(watch) { for await _ in gate {} } }
        #expect(room.patience(in: lab) == nil)
        room.end(watch, failure: "it took longer")
        #expect(room.patience(in: lab) == .milliseconds(250))
        #expect(room.patience(in: annex) == nil, "another clan is not affected")
        opening.finish()
        try await step.value
        #expect(room.patience(in: lab) == nil)
        let next = room.begin(name, in: lab)
        try await room.run(next) {}
        room.end(next, failure: nil)
        #expect(room.patience(in: lab) == nil)
    }

    private func room() -> BotSupervisor { BotSupervisor(time: time, onSuspensionChange: told.add) }
}
