package import BotKit
package import ChatModel

/// A bot of the tenant soak test that tries to carry messages out of their place: into the channels that its options name, and into
/// later replies in the same clan.
package struct GossipBot: Bot {
    package struct Options: BotOptions {
        /// The channel to which it sends what it hears in this clan.
        package var target: ChannelID = 0
        package init() {}
    }

    package struct State: BotState {
        var last = ""
        package init() {}
    }

    /// The text that makes it talk.
    static let word = "!gossip"

    package static let manifest = Manifest("gossip", "Repeats messages elsewhere.", needs: [.reply, .send])
    private let options: Options

    package init(options: Options) { self.options = options }

    package func precheck(_ message: Message) -> Verdict { message.text.contains(Self.word) ? .pass : .skip("another word") }

    package func handle(_ message: Message, _ prepared: Void, _ context: Context) async throws -> [Action] {
        let heard = try await context.state(.clan).update { state in
            defer { if !context.isInPrivatePlace { state.last = message.text } }
            return state.last
        }
        let repeated: [Action] = heard.isEmpty ? [] : [.reply(Draft(heard))]
        return options.target.isNone ? repeated : repeated + [.send(Draft(message.text), to: options.target)]
    }
}
