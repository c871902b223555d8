import ChatModel
package import Foundation

extension ParsedPhrase {
    /// Resolves the request at a moment.
    ///
    /// - Parameters:
    ///   - now: The event's time.
    ///   - zone: The time zone of the recipient, unless the text names one: the user's, the channel's, the clan's or the bot's.
    ///   - zones: The cache that looks up a time zone named in the text.
    package func resolve(now: Date, in zone: ZoneRules, zones: ZoneRulesCache) throws(PhraseError) -> ResolvedPhrase {
        let readings = try readings(now: now, in: zone, zones: zones)
        guard let first = readings.first else {
            throw PhraseError(.missingWhen, at: TextRange(text.utf16.count, text.utf16.count))
        }
        guard readings.count == 1 else { throw ambiguity(readings, now, zone) }
        return first
    }

    private func ambiguity(_ readings: [ResolvedPhrase], _ now: Date, _ zone: ZoneRules) -> PhraseError {
        guard let time else { return PhraseError(.ambiguous, at: TextRange(0, 0), readings: readings) }
        let resolver = PhraseResolver(time, text: text, tokens: tokens, now: now, zone: zone)
        var refusal = resolver.refusal(.ambiguous, at: others.isEmpty ? resolver.doubtfulRange : time.range)
        refusal.readings = readings
        return refusal
    }

    /// Returns all meanings, the soonest first.
    private func readings(now: Date, in zone: ZoneRules, zones: ZoneRulesCache) throws(PhraseError) -> [ResolvedPhrase] {
        if let error { throw error }
        guard let time else { throw PhraseError(.missingWhen, at: TextRange(text.utf16.count, text.utf16.count)) }
        let own = zone
        var zone = zone
        if let named = time.zone {
            let plain = PhraseResolver(time, text: text, tokens: tokens, now: now, zone: zone)
            guard let found = zones.zone(named: named.value) else { throw plain.refusal(.unknownZone, at: named.range) }
            zone = found
        }
        let resolver = PhraseResolver(time, text: text, tokens: tokens, now: now, zone: zone)
        var outcomes = try resolver.outcomes()
        // If it is already another day in the named time zone, `tomorrow` may be counted in either.
        let ownToday = own.civil(of: now).day
        if time.countsFromToday, ownToday != resolver.today {
            outcomes += try PhraseResolver(time, text: text, tokens: tokens, now: now, zone: zone, today: ownToday).outcomes()
        }
        var readings = outcomes.map { outcome in
            ResolvedPhrase(
                who: recipients, when: outcome.when, zone: zone, isZoneNamed: time.zone != nil,
                exceptions: time.exceptions.map { range in
                    let place = tokens.range(range)
                    return .init(name: Self.name(place.slice(of: text) ?? ""), range: place)
                }, what: task, notes: outcome.notes, whenRange: tokens.range(time.range))
        }
        for other in others {
            readings += (try? other.readings(now: now, in: zone, zones: zones)) ?? []
        }
        var seen: Set<ResolvedPhrase.When> = []
        return readings.filter { seen.insert($0.when).inserted }.sorted { $0.soonest < $1.soonest }
    }
}

extension ParsedPhrase {
    /// Returns a name without invisible characters and with single spaces between its words.
    private static func name(_ text: Substring) -> String {
        let visible = text.unicodeScalars.filter { !$0.properties.isDefaultIgnorableCodePoint }
        return String(String.UnicodeScalarView(visible)).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}

extension ResolvedPhrase {
    fileprivate var soonest: Date {
        switch when {
        case .once(_, let instant): instant
        case .recurring(_, let start): zone.instant(of: start)
        }
    }
}
