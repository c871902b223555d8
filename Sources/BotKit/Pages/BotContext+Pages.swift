extension BotContext {
    /// A page of a list.
    ///
    ///     var page = try await context.get(.members)
    ///     while let next = page.next { page = try await context.get(.members, after: next) }
    ///
    /// - Parameters:
    ///   - cursor: where the page before it ended; nil for the first.
    ///   - limit: 1 to 100.
    /// - Throws: `CancellationError`, `ContextReadError`.
    public func get<Element>(_ query: Query<Element>, after cursor: Cursor? = nil, limit: Int = 50) async throws -> Page<Element>
    {
        let limit = min(max(limit, 1), 100)
        // One more than is shown tells whether there is more.
        let answer = try await attempt.read(query.question(attempt.scene, cursor?.position ?? 0, limit + 1))
        guard let found = query.elements(answer) else { throw ContextReadError(answer) }
        let items = Array(found.prefix(limit))
        let isMore = found.count > limit
        return Page(items: items, next: isMore ? items.last.map { Cursor(position: query.position($0)) } : nil)
    }

    /// How many messages others have said in the event's channel since this account last said something there, as the house keeps
    /// them; at most 1000.
    ///
    /// - Throws: `CancellationError`, `ContextReadError`.
    public func unreadCount() async throws -> Int {
        let answer = try await attempt.read(.unread(channel))
        guard case .count(let count) = answer else { throw ContextReadError(answer) }
        return count
    }
}
