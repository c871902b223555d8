import BotKit
import BotTesting
import ChatModel
import Foundation
import Logging
import MezonProtocol
import Testing

@testable import EventProcessing
@testable import Storage

/// Tests random groups of programs that answer each other: applications with the answer limit, and others without.
@Suite(.timeLimit(.minutes(15)))
struct AnswerLoopTests {
    /// A participant: an application with the answer limit, or an unlimited program that answers everything.
    private struct Speaker {
        let user: UserID
        /// Nil for an unlimited program.
        let processor: EventProcessor?
        /// The number of messages it sends for each message it receives.
        let copies: Int
        /// The number of seconds until it answers.
        let delay: Int
    }

    /// Answers every message a number of times, in the same channel or in the other.
    private struct EchoHandler: EventHandler {
        let name = "bot:echo"
        let copies: Int
        let crosses: Bool

        func handle(_ event: Event, in context: EventContext) -> HandlingStep {
            let other: ChannelID = event.channel == .general ? .random : .general
            let action = crosses ? Action.send("echo", to: other) : .reply("echo")
            return .decided(RuleDecision([AuthorResult(author: name, actions: Array(repeating: action, count: copies))]))
        }
    }

    private struct PendingMessage {
        var at: Int
        var by: UserID
        var channel: ChannelID
    }

    @Test func `in 250 random groups of bots and of unlimited programs each application goes quiet and reports it once`() async {
        var random = SplitMix64(seed: 16)
        for round in 0..<250 {
            let outcome = await play(&random)
            guard outcome == nil else {
                Issue.record("round \(round): \(outcome ?? "")")
                return
            }
        }
    }

    /// - Returns: The failure, or nil if the group came to rest as expected.
    private func play(_ random: inout SplitMix64) async -> String? {
        let perMinute = Int.random(in: 2...5, using: &random)
        var limits = ReplyLimiter.Limits()
        limits.perMinute = perMinute
        limits.perHour = perMinute * 5
        let channels: [ChannelID] = [.general, .random]
        var speakers: [Speaker] = []
        let ours = Int.random(in: 1...3, using: &random)
        for index in 0..<ours + Int.random(in: ours == 1 ? 1...2 : 0...2, using: &random) {
            // An unlimited program sends at most one message for each; otherwise it would never come to rest by itself.
            let isOurs = index < ours
            let copies = Int.random(in: isOurs ? 1...2 : 1...1, using: &random)
            let delay = Int.random(in: 0...2, using: &random)
            let crossing = Int.random(in: 0...3, using: &random) == 0
            let user = UserID(Int64(1000 + index))
            speakers.append(
                Speaker(
                    user: user, processor: isOurs ? processor(as: user, limits, copies, crosses: crossing) : nil, copies: copies,
                    delay: delay))
        }
        // Unlimited programs answer only applications under test, because two of them would never come to rest.
        var waiting = [PendingMessage(at: 0, by: 1, channel: channels[0])]
        var said = 0
        var told: [[UserID]: Int] = [:]
        var sequence: Int64 = 0
        let most = speakers.count * (speakers.count + 1) * channels.count * (perMinute + 1) * 3 * speakers.count * 4
        while let next = waiting.indices.min(by: { (waiting[$0].at, $0) < (waiting[$1].at, $1) }) {
            let saying = waiting.remove(at: next)
            said += 1
            if said > most { return "it goes on after \(said) messages" }
            let isOurs = speakers.contains { $0.user == saying.by && $0.processor != nil }
            for speaker in speakers where speaker.user != saying.by {
                guard let processor = speaker.processor else {
                    if isOurs || saying.by == 1 {
                        waiting.append(PendingMessage(at: saying.at + speaker.delay, by: speaker.user, channel: saying.channel))
                    }
                    continue
                }
                sequence += 1
                let message = Message.make(
                    in: saying.channel, by: Author(id: saying.by, username: "x"),
                    at: Date(timeIntervalSince1970: 1_767_225_600 + Double(saying.at)))
                let incoming = NewEntry.make(message)
                let turn = await processor.turn(
                    for: Entry(
                        sequence: sequence, receivedAt: message.createdAt, kind: "message", clan: .test, channel: saying.channel,
                        message: message.id, isLate: false, isOwn: false, frame: incoming.frame))
                for delivery in turn.deliveries {
                    waiting.append(PendingMessage(at: saying.at + speaker.delay, by: speaker.user, channel: delivery.destination))
                }
                told[[speaker.user, saying.by], default: 0] += turn.events.count
            }
        }
        return told.values.allSatisfy { $0 <= channels.count }
            ? nil : "somebody was reported more than once in a channel: \(told)"
    }

    private func processor(
        as user: UserID, _ limits: ReplyLimiter.Limits, _ copies: Int, crosses: Bool
    ) -> EventProcessor {
        let counts = ReplyLimiter()
        let handler = EchoHandler(copies: copies, crosses: crosses)
        return EventProcessor(
            me: user, time: SystemTime(), logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
            replyLimit: EventProcessor.ReplyLimit { counts.count($0, in: $1, at: $2.now, limits) }
        ) { _, _ in [handler] }
    }
}
