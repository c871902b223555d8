package import BotKit
import Foundation

/// A bot that mutes whoever writes `*hush` for a quarter of an hour in that channel. Rules run it for what others write.
package struct HushingBot: Bot {
    package static let manifest = Manifest("hushing", "Mutes.", needs: [.moderate])

    package init(options: NoOptions) {}

    package func precheck(_ message: Message) -> Verdict { message.text == "*hush" ? .pass : .skip("it is not the command") }

    package func handle(_ message: Message, _ prepared: Void, _ context: Context) async throws -> [Action] {
        [
            .member(
                .mute(message.author.id, in: message.channel, until: context.now.addingTimeInterval(900), reason: "*hush"))
        ]
    }
}
