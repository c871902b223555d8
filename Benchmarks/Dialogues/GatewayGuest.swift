import ChatModel
import Foundation
import MezonBotApp
import MezonClient
import Synchronization

/// A user with a socket of its own and all messages that it has received, including duplicates.
final class GatewayGuest: Sendable {
    let name: String
    /// The channel in which the user talks with the bot.
    let channel: Channel
    let person: ChatUser
    private let seen = Mutex<[Message]>([])

    init(_ person: ChatUser, named name: String, in channel: Channel) {
        self.person = person
        self.name = name
        self.channel = channel
    }

    func listen() async {
        while let inflow = await person.next() {
            guard case .events(let arrivals) = inflow else { continue }
            for arrival in arrivals {
                switch arrival.event {
                case .message(let message), .systemMessage(let message): seen.withLock { $0.append(message) }
                case .edit(let message):
                    seen.withLock { seen in
                        for place in seen.indices where seen[place].id == message.id { seen[place].content = message.content }
                    }
                default: break
                }
            }
        }
    }

    /// The messages in the user's channel, in order.
    var here: [Message] { seen { $0.channel == channel.id }.sorted { $0.id < $1.id } }
    /// The bot's direct messages to the user, in order.
    var direct: [Message] { seen { $0.mode == .direct }.sorted { $0.id < $1.id } }

    /// Returns the messages about the user in another channel.
    func requests(in other: Channel) -> [Message] {
        seen { $0.channel == other.id && $0.text.contains(" \(name): ") }.sorted { $0.id < $1.id }
    }

    private func seen(_ isMeant: (Message) -> Bool) -> [Message] { seen.withLock { $0.filter(isMeant) } }
}
