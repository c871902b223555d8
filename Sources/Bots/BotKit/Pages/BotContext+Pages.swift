extension BotContext {
    /// Returns one page of a list.
    ///
    ///     var page = try await context.get(.members)
    ///     while let next = page.next { page = try await context.get(.members, after: next) }
    ///
    /// - Parameters:
    ///   - query: The list: `.messages`, `.channels` or `.members`.
    ///   - cursor: The end of the previous page; nil for the first page.
    ///   - limit: The maximum number of items, 1 to 100; other values are clamped.
    /// - Throws: `CancellationError`, `ContextReadError`.
    public func get<Element>(_ query: Query<Element>, after cursor: Cursor? = nil, limit: Int = 50) async throws -> Page<Element>
    {
        let limit = min(max(limit, 1), 100)
        // One more than requested tells whether there are further items.
        let answer = try await invocation.read(query.question(invocation.context, cursor?.position ?? 0, limit + 1))
        guard let found = query.elements(answer) else { throw ContextReadError(answer) }
        let items = Array(found.prefix(limit))
        let isMore = found.count > limit
        return Page(items: items, next: isMore ? items.last.map { Cursor(position: query.position($0)) } : nil)
    }

    /// Returns the number of messages of other users in the event's channel since this account's last message there, as stored by
    /// the application; at most 1000.
    ///
    /// - Throws: `CancellationError`, `ContextReadError`.
    public func unreadCount() async throws -> Int {
        let answer = try await invocation.read(.unread(channel))
        guard case .count(let count) = answer else { throw ContextReadError(answer) }
        return count
    }
}
