import Foundation

/// What becomes of a press of a bot's own button or select.
///
/// It counts only where the message is one of ours and carries that component as it stands; who pressed is `context.user`, the
/// message `context.message`, and `.edit(draft)` changes it. A mistake that is thrown is told to whoever pressed, and to nobody else.
public struct Press<B: Bot>: Sendable {
    let route: String
    let audience: Audience
    let run: @Sendable (_ context: BotContext<B>, _ payload: String, _ extra: Submission) async throws -> [Action]

    /// - Parameters:
    ///   - audience: who may press it; others are told that they may not.
    ///   - run: what is to be done.
    public init<Payload>(
        _ route: BotRoute<B, Payload>, for audience: Audience = .anyone,
        run: @escaping @Sendable (BotContext<B>, Payload) async throws -> [Action]
    ) {
        self.init(route, audience) { context, payload, _ in try await run(context, payload) }
    }

    /// A press that submits a form: its fields are read as the properties of a struct.
    public init<Payload, Fields: Decodable & Sendable>(
        _ route: BotRoute<B, Payload>, form: Fields.Type, for audience: Audience = .anyone,
        run: @escaping @Sendable (BotContext<B>, Payload, Fields) async throws -> [Action]
    ) {
        self.init(route, audience) { context, payload, submission in
            try await run(context, payload, try Fields(from: FormDecoder(submission: submission)))
        }
    }

    /// A press that carries nothing.
    public init(
        _ route: BotRoute<B, NoPayload>, for audience: Audience = .anyone,
        run: @escaping @Sendable (BotContext<B>) async throws -> [Action]
    ) {
        self.init(route, audience) { context, _, _ in try await run(context) }
    }

    /// A press that submits a form and carries nothing besides.
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
        self.run = { context, text, submission in try await run(context, try Self.payload(text), submission) }
    }

    /// - Throws: `UsageError` where an older build has made the button, with another payload.
    private static func payload<Payload: Decodable>(_ text: String) throws -> Payload {
        do {
            return try JSONDecoder().decode(Payload.self, from: Data((text.isEmpty ? "{}" : text).utf8))
        } catch {
            throw UsageError(
                LocalizedText(
                    "this button is of an older version and does nothing any more",
                    vi: "nút này thuộc phiên bản cũ, không còn tác dụng"))
        }
    }
}

/// Lets a bot list its presses one after the other.
@resultBuilder
public enum PressBuilder<B: Bot> {
    public static func buildExpression(_ press: Press<B>) -> [Press<B>] { [press] }
    public static func buildBlock(_ presses: [Press<B>]...) -> [Press<B>] { presses.flatMap(\.self) }
    public static func buildOptional(_ presses: [Press<B>]?) -> [Press<B>] { presses ?? [] }
}
