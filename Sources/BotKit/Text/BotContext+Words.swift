public import Foundation

extension BotContext {
    /// A message in what the house speaks here.
    public func say(_ english: String, vi: String) -> Draft { Draft(words(english, vi: vi)) }

    /// Words in what the house speaks here.
    public func words(_ english: String, vi: String) -> String { LocalizedText(english, vi: vi).text(in: language) }

    /// Where the house's days begin and end.
    public var timeZone: TimeZone { attempt.scene.manners.timeZone }

    /// What a role of this clan is called; nil for one that it does not have.
    ///
    /// - Throws: `CancellationError`, `ContextReadError`.
    public func roleName(_ role: RoleID) async throws -> String? {
        let answer = try await attempt.read(.role(role, clan: clan))
        guard case .role(let name) = answer else { throw ContextReadError(answer) }
        return name
    }
}
