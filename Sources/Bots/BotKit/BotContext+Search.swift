extension BotContext {
    /// Returns stored messages that contain some of the words, those with most and rarest of them first, of equal ones the newest.
    ///
    ///     let found = try await context.search("deploy guide", limit: 5)
    ///
    /// Only messages are searched that all readers of the event's place can read: those of this place, and of the public channels and
    /// threads of its clan. So an answer here shows nobody what they could not read; other private places are left out, also for users
    /// who are in them. Each message counts in its current version, and deleted ones are not found. Messages of the last one or two
    /// seconds may be missing, and of a word that is in more than 500 of these messages, or in more than 20,000 of all clans, only the
    /// newest are considered. Case and accents do not matter; words are found whole.
    ///
    /// - Parameters:
    ///   - words: The words, of which the first 32 count. Other characters than letters and digits separate them.
    ///   - limit: The maximum number of messages, 1 to 50; other values are clamped.
    /// - Throws: `CancellationError`, `ContextReadError`.
    public func search(_ words: String, limit: Int = 20) async throws -> [FoundMessage] {
        let limit = min(max(limit, 1), 50)
        var parts: [String] = []
        for word in words.split(whereSeparator: { !$0.isLetter && !$0.isNumber }).map({ String($0.prefix(60)) })
        where !parts.contains(word) && parts.count < 32 { parts.append(word) }
        // The message of the event may be stored already.
        let answer = try await invocation.read(.search(parts, in: clan, channels: nil, limit: limit + 1))
        guard case .found(let messages) = answer else { throw ContextReadError(answer) }
        return Array(messages.filter { $0.id != message?.id }.prefix(limit))
    }
}
