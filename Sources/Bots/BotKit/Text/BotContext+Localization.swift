public import Foundation

extension BotContext {
    /// Returns a draft in the language that applies.
    public func say(_ english: String, vi: String) -> Draft { Draft(words(english, vi: vi)) }

    /// Returns a draft of a text, as from a file of texts, in the language that applies.
    public func say(_ text: LocalizedText) -> Draft { Draft(words(text)) }

    /// Returns a text, as from a file of texts, in the language that applies.
    public func words(_ text: LocalizedText) -> String { text.text(in: language) }

    /// Returns the text in the language that applies.
    public func words(_ english: String, vi: String) -> String { LocalizedText(english, vi: vi).text(in: language) }

    /// The time zone configured for this clan or the application; it determines where days begin and end.
    public var timeZone: TimeZone { invocation.context.chatPreferences.timeZone }

    /// Returns the name of a role of this clan, or nil if the clan has no such role.
    ///
    /// - Throws: `CancellationError`, `ContextReadError`.
    public func roleName(_ role: RoleID) async throws -> String? {
        let answer = try await invocation.read(.role(role, clan: clan))
        guard case .role(let name) = answer else { throw ContextReadError(answer) }
        return name
    }
}
