public import Foundation

extension BotContext {
    /// Resolves an argument to a date, in the time zone of the user who wrote it.
    ///
    /// - Throws: `UsageError` that marks the words if they have no meaning or several; `CancellationError`.
    public func date(of when: When) async throws -> Date {
        try invocation.meaning(of: when.phrase, in: try await timeZone(of: user)).first
    }

    /// Resolves a phrase that must have a single meaning.
    ///
    /// - Throws: `UsageError` that marks the words.
    public func meaning(of spoken: TimePhrase, in zone: TimeZone) throws -> TimeInterpretation {
        try invocation.meaning(of: spoken, in: zone)
    }

    /// Returns all possible meanings of a phrase, the earliest first; never empty. If there are several, ask the user which one
    /// is meant.
    ///
    /// - Parameters:
    ///   - spoken: The phrase.
    ///   - zone: The time zone of the phrase, unless its words name one.
    ///   - now: The time at which it was said; nil for the event's time.
    /// - Throws: `UsageError` for words that are meaningless or refer to the past.
    public func meanings(of spoken: TimePhrase, in zone: TimeZone, at now: Date? = nil) throws -> [TimeInterpretation] {
        try invocation.meanings(of: spoken, in: zone, at: now ?? self.now)
    }

    /// Returns the next occurrences of a timing after a date, up to a maximum number.
    ///
    /// - Throws: An error if another build stored the timing and it cannot be read.
    public func occurrences(of timing: Timing, after date: Date, count: Int) throws -> [Date] {
        try invocation.moments(of: timing, after: date, count: count)
    }

    /// Describes a timing in the language of this channel: `every weekday at 09:00 (Asia/Ho_Chi_Minh)`, or the date and time of a
    /// single occurrence.
    ///
    /// - Throws: An error if another build stored the timing and it cannot be read.
    public func text(of timing: Timing) throws -> String { try invocation.text(of: timing) }

    /// Formats a date and time: `Monday 2026-03-02 09:00`, `thứ Hai 2026-03-02 09:00`.
    public func text(of date: Date, in zone: TimeZone) -> String { invocation.text(of: date, in: zone) }

    /// Returns the time zone of a user: the one they have told this bot, or else the one configured for this channel, this clan
    /// or the application.
    ///
    /// - Throws: `CancellationError`.
    public func timeZone(of user: UserID) async throws -> TimeZone { try await invocation.timeZone(of: user) }

    /// Returns the time zone that a user has told this bot, or nil if none.
    ///
    /// - Throws: `CancellationError`.
    public func ownTimeZone(of user: UserID) async throws -> TimeZone? { try await invocation.ownTimeZone(of: user) }

    /// Stores the time zone of a user; nil deletes it.
    ///
    /// - Throws: `CancellationError`; an error in `prepare`, which only reads.
    public func setTimeZone(_ zone: TimeZone?, of user: UserID) async throws {
        let key = UserTimeZone.key(user)
        _ = try await invocation.state(key)
        guard let zone else { return try invocation.delete(key) }
        let json = String(decoding: try JSONEncoder().encode(zone.identifier), as: UTF8.self)
        try invocation.put(StoredState(fingerprint: UserTimeZone.fingerprint, json: json), under: key)
    }

    /// Returns a time zone of the IANA database, or nil for other names, such as abbreviations and offsets.
    public func timeZone(named name: String) -> TimeZone? { invocation.zone(named: name) }
}
