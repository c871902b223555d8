import Foundation
import MezonModel

/// Finds the moments that a time can mean, seen from a moment in a zone.
///
/// The house reads a clock of twenty-four hours, and asks where people mostly do not: a bare `7` that has passed today may be
/// this evening's or tomorrow morning's, and an hour before six without a part of the day may be the afternoon's.
struct PhraseResolver {
    struct Outcome: Hashable, Sendable {
        var when: ResolvedPhrase.When
        var notes: [PhraseNote] = []
    }

    let time: ParsedTime
    let text: String
    let tokens: [PhraseToken]
    let now: Date
    let zone: ZoneRules
    /// Which day it is where days are counted from.
    let today: Day

    init(_ time: ParsedTime, text: String, tokens: [PhraseToken], now: Date, zone: ZoneRules, today: Day? = nil) {
        (self.time, self.text, self.tokens, self.now, self.zone) = (time, text, tokens, now, zone)
        self.today = today ?? zone.civil(of: now).day
    }

    var civilNow: CivilTime { zone.civil(of: now) }

    /// One for each meaning, the soonest first; never empty.
    func outcomes() throws(PhraseError) -> [Outcome] {
        time.isRecurring ? try recurring() : try once()
    }

    /// The words that an ambiguity is about.
    var doubtfulRange: Range<Int> {
        let isClock = time.clocks.contains { ((try? choices(of: $0).count) ?? 1) > 1 }
        if isClock { return time.isRecurring && time.clocks.count == 1 ? time.clocks[0].range : time.range }
        return time.ahead == nil && (time.day != nil || time.period != nil) ? dayRange : time.range
    }

    func refusal(_ reason: PhraseError.Reason, at range: Range<Int>) -> PhraseError {
        let place = tokens.range(range)
        return PhraseError(reason, at: place, words: place.slice(of: text).map(String.init) ?? "")
    }

    /// What was said about the day.
    var dayRange: Range<Int> {
        let parts = [time.day?.range, time.weekday?.range, time.period?.range].compactMap { $0 }
        guard let first = parts.map(\.lowerBound).min(), let last = parts.map(\.upperBound).max() else { return time.range }
        return first..<last
    }

    /// Later than ten years from now nobody is reminded.
    func checkNear(_ day: Day, _ range: Range<Int>) throws(PhraseError) {
        guard let last = Day(year: min(9999, today.year + 10), month: today.month, day: min(today.day, 28)), day <= last else {
            throw refusal(.tooFar, at: range)
        }
    }

    /// With what has to be said about clocks that are put forward or back.
    func outcome(_ civil: CivilTime, _ notes: [PhraseNote]) -> Outcome {
        let landing = zone.landing(of: civil)
        let more: [PhraseNote] =
            switch landing.kind {
            case .plain: []
            case .gap: [.gap]
            case .fold: [.fold]
            }
        return Outcome(when: .once(civil, landing.instant), notes: notes + more)
    }
}
