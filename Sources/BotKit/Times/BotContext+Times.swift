public import Foundation

extension BotContext {
    /// The moment that an argument means, by the clock of whoever wrote it.
    ///
    /// - Throws: `UsageError` about its words where it means no moment, or several; `CancellationError`.
    public func date(of when: When) async throws -> Date {
        try attempt.meaning(of: when.spoken, in: try await timeZone(of: user)).first
    }

    /// What was said, where it means one thing only.
    ///
    /// - Throws: `UsageError` about its words.
    public func meaning(of spoken: TimePhrase, in zone: TimeZone) throws -> TimeInterpretation {
        try attempt.meaning(of: spoken, in: zone)
    }

    /// All that somebody can mean, the soonest first; never empty. Several are to be asked back.
    ///
    /// - Parameters:
    ///   - zone: in whose clocks it is meant, unless the words name a zone.
    ///   - now: when it was said; the event's time where it is nil.
    /// - Throws: `UsageError` about words that mean nothing, or something that has passed.
    public func meanings(of spoken: TimePhrase, in zone: TimeZone, at now: Date? = nil) throws -> [TimeInterpretation] {
        try attempt.meanings(of: spoken, in: zone, at: now ?? self.now)
    }

    /// The moments of something to come after another, so many at most.
    ///
    /// - Throws: where another build has written it.
    public func moments(of timing: Timing, after date: Date, count: Int) throws -> [Date] {
        try attempt.moments(of: timing, after: date, count: count)
    }

    /// When it comes again, in what the house speaks: `every weekday at 09:00 (Asia/Ho_Chi_Minh)`; the moment of what comes once.
    ///
    /// - Throws: where another build has written it.
    public func text(of timing: Timing) throws -> String { try attempt.text(of: timing) }

    /// What a calendar and a clock show: `Monday 2026-03-02 09:00`, `thứ Hai 2026-03-02 09:00`.
    public func text(of date: Date, in zone: TimeZone) -> String { attempt.text(of: date, in: zone) }

    // Zones

    /// In whose zone somebody means times that name none: the one that they have told this bot, else that of
    /// this channel, this clan or the house, as the operator has said.
    ///
    /// - Throws: `CancellationError`.
    public func timeZone(of user: UserID) async throws -> TimeZone { try await attempt.timeZone(of: user) }

    /// The zone that somebody has told this bot; nil where they have told none.
    ///
    /// - Throws: `CancellationError`.
    public func ownTimeZone(of user: UserID) async throws -> TimeZone? { try await attempt.ownTimeZone(of: user) }

    /// Keeps in mind in which zone somebody means times; nil forgets it.
    ///
    /// - Throws: `CancellationError`; an error in `prepare`, which only reads.
    public func setTimeZone(_ zone: TimeZone?, of user: UserID) async throws {
        let key = UserTimeZone.key(user)
        _ = try await attempt.state(key)
        guard let zone else { return try attempt.forget(key) }
        let json = String(decoding: try JSONEncoder().encode(zone.identifier), as: UTF8.self)
        try attempt.put(StoredState(fingerprint: UserTimeZone.fingerprint, json: json), under: key)
    }

    /// A zone of the IANA database; nil for a name that is not in it, as abbreviations and offsets are not.
    public func timeZone(named name: String) -> TimeZone? { attempt.zone(named: name) }
}
