import ChatModel
import Foundation
import MezonProtocol
import SwiftProtobuf
import Testing

@testable import MezonClient

@Suite struct ReceivedEventTests {
    private let now = Date(timeIntervalSince1970: 1_790_000_000)

    private func made(_ envelope: RtEnvelope) -> (event: ReceivedEvent?, isRefused: Bool) {
        let made = ReceivedEvent.make(envelope, envelope.wireBytes, receivedAt: now)
        return (made.event, made.isRefused)
    }

    private func message(_ id: Int64, _ text: String) -> RtEnvelope {
        .with {
            $0.channelMessage.messageID = id
            $0.channelMessage.channelID = 1
            $0.channelMessage.senderID = 5
            $0.channelMessage.content = "{\"t\":\"\(text)\"}"
        }
    }

    @Test func `a message of four megabytes is kept without its content`() throws {
        let (event, isRefused) = made(message(7, String(repeating: "a", count: 4 << 20)))
        let kept = try #require(event)
        #expect(!isRefused && kept.frame.count < 100)
        guard case .message(let message) = kept.event else { Issue.record("\(kept.event.kind)"); return }
        #expect(message.id == 7 && message.author.id == 5 && message.text.isEmpty)
    }

    @Test func `a message of normal size is kept unchanged`() throws {
        let envelope = message(7, String(repeating: "a", count: 4000))
        #expect(try #require(made(envelope).event).frame == envelope.wireBytes)
    }

    @Test func `an event with a million users names at most the first thousand`() throws {
        let (event, _) = made(.with { $0.userClanRemovedEvent.userIds = Array(1...1_000_000) })
        let kept = try #require(event)
        guard case .memberLeft(let membership) = kept.event else { Issue.record("\(kept.event.kind)"); return }
        #expect(membership.users.count == EventLimits.users)
        #expect(kept.frame.count <= EventLimits.bytes)
    }

    @Test func `an event that is too long without its users is rejected`() {
        let long = String(repeating: "a", count: EventLimits.bytes)
        let (event, isRefused) = made(.with { $0.channelUpdatedEvent.channelLabel = long })
        #expect(event == nil && isRefused)
    }

    @Test func `a message id in the far future is rejected`() {
        let (event, isRefused) = made(message(.max, "hi"))
        #expect(event == nil && isRefused)
    }
}
