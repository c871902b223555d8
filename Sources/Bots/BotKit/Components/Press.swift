import Foundation

/// A handler for presses of one of the bot's buttons or selects.
///
/// A press counts only if the message is the bot's own and still carries that component. The user is `context.user`, the message
/// `context.message`, and `.edit(draft)` changes it. A `UsageError` thrown by the handler is shown only to the user who pressed.
public struct Press<B: Bot>: Sendable {
    let route: String
    let audience: Audience
    /// A Boolean value that indicates whether the application answers the press for the bot.
    let isOfApplication: Bool
    let run: @Sendable (_ context: BotContext<B>, _ payload: String, _ extra: Submission) async throws -> [Action]

    /// Creates a handler for presses that carry a payload.
    ///
    /// - Parameters:
    ///   - route: The route of the components.
    ///   - audience: The users who may press the component; others are told that they may not.
    ///   - run: The handler's implementation.
    public init<Payload>(
        _ route: BotRoute<B, Payload>, for audience: Audience = .anyone,
        run: @escaping @Sendable (BotContext<B>, Payload) async throws -> [Action]
    ) {
        self.init(route, audience) { context, payload, _ in try await run(context, payload) }
    }

    /// Creates a handler for presses that submit a form, whose fields are decoded as the properties of a struct.
    public init<Payload, Fields: Decodable & Sendable>(
        _ route: BotRoute<B, Payload>, form: Fields.Type, for audience: Audience = .anyone,
        run: @escaping @Sendable (BotContext<B>, Payload, Fields) async throws -> [Action]
    ) {
        self.init(route, audience) { context, payload, submission in
            try submission.checkRequired()
            return try await run(context, payload, try Fields(from: FormDecoder(submission: submission)))
        }
    }

    /// Creates a handler for presses without a payload.
    public init(
        _ route: BotRoute<B, NoPayload>, for audience: Audience = .anyone,
        run: @escaping @Sendable (BotContext<B>) async throws -> [Action]
    ) {
        self.init(route, audience) { context, _, _ in try await run(context) }
    }

    /// Creates a handler for presses that submit a form and carry no payload.
    public init<Fields: Decodable & Sendable>(
        _ route: BotRoute<B, NoPayload>, form: Fields.Type, for audience: Audience = .anyone,
        run: @escaping @Sendable (BotContext<B>, Fields) async throws -> [Action]
    ) {
        self.init(route, form: form, for: audience) { context, _, fields in try await run(context, fields) }
    }

    private init<Payload>(
        _ route: BotRoute<B, Payload>, _ audience: Audience,
        run: @escaping @Sendable (BotContext<B>, Payload, Submission) async throws -> [Action]
    ) {
        self.route = route.name
        self.audience = audience
        isOfApplication = false
        self.run = { context, text, submission in try await run(context, try Self.payload(text), submission) }
    }

    /// Creates the handler of a form of the application.
    init(
        application route: String, _ audience: Audience,
        run: @escaping @Sendable (BotContext<B>, Submission) async throws -> [Action]
    ) {
        self.route = route
        self.audience = audience
        isOfApplication = true
        self.run = { context, _, submission in try await run(context, submission) }
    }

    /// Decodes a payload.
    ///
    /// - Throws: `UsageError` if an older build created the button with a different payload.
    private static func payload<Payload: Decodable>(_ text: String) throws -> Payload {
        do {
            return try JSONDecoder().decode(Payload.self, from: Data((text.isEmpty ? "{}" : text).utf8))
        } catch {
            throw UsageError(
                LocalizedText(
                    "this button belongs to an older version and no longer works",
                    vi: "nút này thuộc phiên bản cũ, không còn tác dụng"))
        }
    }
}

/// A result builder for a bot's list of presses.
@resultBuilder
public enum PressBuilder<B: Bot> {
    /// Adds one press.
    public static func buildExpression(_ press: Press<B>) -> [Press<B>] { [press] }
    /// Joins the presses of a block.
    public static func buildBlock(_ presses: [Press<B>]...) -> [Press<B>] { presses.flatMap(\.self) }
    /// Adds the presses of an `if` without `else`.
    public static func buildOptional(_ presses: [Press<B>]?) -> [Press<B>] { presses ?? [] }
}
