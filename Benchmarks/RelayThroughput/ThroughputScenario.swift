import BotConfiguration
import ChatModel
import ConnectorKit
import IRC
import Logging
import MezonBotApp
import MezonClient
import Synchronization

/// The sending and receiving clients on IRC and on Mezon.
final class ThroughputScenario: Sendable {
    private static let heard = ["#two", "#three", "#five"]
    private static let spoken = ["#one", "#four", "#five"]
    private static let patience = Duration.seconds(60)

    private let speaker: IRCClient
    private let listener: IRCClient
    private let replies: ThroughputListener
    private let person: ChatUser
    private let channel: Channel
    private let time: SystemTime
    /// The order in which Mezon accepted messages that were sent concurrently.
    private let taken = Mutex<[Int: MessageID]>([:])

    init(port: Int, person: ChatUser, channel: Channel, time: SystemTime) {
        func client(_ nick: String, _ rooms: [String]) -> IRCClient {
            IRCClient(
                IRCSettings(
                    host: "127.0.0.1", port: port, tls: .off, nick: nick, channels: rooms.map { .init($0) },
                    pace: .init(burst: 1_000_000, every: .milliseconds(1))), time: time, random: SystemRandomNumberGenerator(),
                logger: Logger(label: nick) { _ in SwiftLogNoOpLogHandler() })
        }
        speaker = client("speaker", Self.spoken)
        listener = client("listener", Self.heard)
        replies = ThroughputListener(time: time)
        self.person = person
        self.channel = channel
        self.time = time
    }

    func run() async throws {
        try await withThrowingDiscardingTaskGroup { group in
            group.addTask { try await self.speaker.run() }
            group.addTask { try await self.listener.run() }
            group.addTask { while await self.speaker.next() != nil {} }
            while let events = await listener.next() {
                replies.hear(
                    events.lazy.compactMap { event in
                        guard case .message(let said) = event, !said.by.isMe, !said.isLate else { return nil }
                        return said.text
                    })
            }
        }
    }

    func listenOnMezon() async {
        while let inflow = await person.next() {
            guard case .events(let arrivals) = inflow else { continue }
            replies.hear(
                arrivals.lazy.compactMap { arrival in
                    guard case .message(let message) = arrival.event, message.author.username != "asker" else { return nil }
                    return message.text
                })
        }
    }

    func waitUntilThere() async throws {
        for room in Self.spoken { try await speaker.waitUntilJoined(room) }
        for room in Self.heard { try await listener.waitUntilJoined(room) }
    }

    func waitForBot() async throws {
        for (client, room) in [(speaker, "#one"), (speaker, "#four"), (listener, "#two"), (listener, "#three")] {
            while !client.nicks(in: room).spellings.contains(where: { $0.hasPrefix("bridge") }) {
                try await time.sleep(for: .milliseconds(2))
            }
        }
    }

    func measure(
        _ way: ThroughputDirection, messages: Int, paced: Int, window: Int, bot: ChildProcess
    ) async throws -> ThroughputRow {
        var row = ThroughputRow(way: way)
        _ = try await spoken(way, 0..<min(1000, messages), window: window)  // Warm-up.
        let latencies = try await latencies(way, paced, &row)
        if !latencies.isEmpty { (row.p50, row.p99) = (latencies[latencies.count / 2], latencies[latencies.count * 99 / 100]) }
        let cpu = bot.cpu
        let began = time.uptime
        let numbers = try await spoken(way, 0..<messages, window: window)
        row.perSecond = Double(numbers.count) / ((time.uptime - began) / .seconds(1))
        row.cpuMicroseconds = (bot.cpu - cpu) / .microseconds(1) / Double(messages)
        row.count(inOrder(numbers, way), of: messages)
        return row
    }

    /// Returns the numbers as positions in the order in which the messages were sent.
    private func inOrder(_ numbers: [Int], _ way: ThroughputDirection) -> [Int] {
        guard way.source == nil else { return numbers }
        let taken = taken.withLock { $0 }
        let order = taken.sorted { $0.value < $1.value }.map(\.key)
        let places = Dictionary(zip(order, order.indices)) { first, _ in first }
        return numbers.compactMap { places[$0] }
    }

    /// Sends numbers with a limit on those in transit; returns the received ones.
    private func spoken(_ way: ThroughputDirection, _ numbers: Range<Int>, window: Int) async throws -> [Int] {
        replies.forget()
        taken.withLock { $0 = [:] }
        let chunk = max(1, window / 4)
        try await patiently {
            for start in stride(from: numbers.lowerBound, to: numbers.upperBound, by: chunk) {
                await self.replies.wait(for: start - numbers.lowerBound + chunk - window)
                try await self.say(way, start..<min(start + chunk, numbers.upperBound))
            }
            await self.replies.wait(for: numbers.count)
        }
        return replies.heard.numbers
    }

    /// Sends messages at 200 a second; returns the latencies in milliseconds, the shortest first.
    private func latencies(_ way: ThroughputDirection, _ count: Int, _ row: inout ThroughputRow) async throws -> [Double] {
        replies.forget()
        taken.withLock { $0 = [:] }
        var said: [Duration] = []
        let began = time.uptime
        for number in 0..<count {
            try await time.sleep(until: began + .milliseconds(5) * number)
            said.append(time.uptime)
            try await say(way, number..<number + 1)
        }
        try await patiently { await self.replies.wait(for: count) }
        let heard = replies.heard
        row.count(inOrder(heard.numbers, way), of: count)
        return said.enumerated().compactMap { number, moment in
            heard.moments[number].map { ($0 - moment) / .milliseconds(1) }
        }.sorted()
    }

    private func say(_ way: ThroughputDirection, _ numbers: Range<Int>) async throws {
        if let room = way.source {
            for answer in await speaker.send(numbers.map { IRCOutgoingMessage([IRCText("number \($0)")]) }, in: room) {
                _ = try answer.get()
            }
        } else {
            // Over one socket and in order; the responses are awaited together.
            try await withThrowingDiscardingTaskGroup { group in
                for number in numbers {
                    group.addTask { [self] in
                        let message = try await person.say("number \(number)", in: channel)
                        taken.withLock { $0[number] = message }
                    }
                }
            }
        }
    }

    /// Ends the wait if no message arrives for a while.
    private func patiently(_ body: @escaping @Sendable () async throws -> Void) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { [self] in
                var last = -1
                while true {
                    try await time.sleep(for: Self.patience)
                    let count = replies.heard.numbers.count
                    if count == last { return replies.giveUp() }
                    last = count
                }
            }
            try await body()
            group.cancelAll()
        }
    }
}

extension ThroughputRow {
    /// Adds the missing and the reordered numbers to the counts.
    fileprivate mutating func count(_ numbers: [Int], of count: Int) {
        lost += Set(0..<count).subtracting(numbers).count
        outOfOrder += zip(numbers, numbers.dropFirst()).count { $0 > $1 }
    }
}
