import BotKit
import MezonTesting

/// What a bot does about one message that passed its precheck; nil where it was skipped.
func answer<B: Bot>(of bot: B, to text: String, seed: UInt64 = 1) async throws -> [Action]? {
    let message = Message.make(text: text)
    let context = Context(now: message.createdAt, me: Author.me.id, seed: seed)
    guard case .pass = bot.precheck(message) else { return nil }
    return try await bot.handle(message, bot.prepare(message, context), context)
}
