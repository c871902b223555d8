import ChatModel
import Foundation

/// Finds the moments that a time can mean, as seen from a moment in a time zone.
///
/// Times are read on a 24-hour clock, and doubtful ones lead to a question: a bare `7` that has passed today may be this evening's or
/// tomorrow morning's, and an hour before six without a part of the day may be in the afternoon.
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
    /// The day from which days are counted.
    let today: Day

    init(_ time: ParsedTime, text: String, tokens: [PhraseToken], now: Date, zone: ZoneRules, today: Day? = nil) {
        (self.time, self.text, self.tokens, self.now, self.zone) = (time, text, tokens, now, zone)
        self.today = today ?? zone.civil(of: now).day
    }

    var civilNow: CivilTime { zone.civil(of: now) }

    /// Returns one outcome for each meaning, the soonest first; never empty.
    func outcomes() throws(PhraseError) -> [Outcome] {
        time.isRecurring ? try recurring() : try once()
    }

    /// The words that are ambiguous.
    var doubtfulRange: Range<Int> {
        let isClock = time.clocks.contains { ((try? choices(of: $0).count) ?? 1) > 1 }
        if isClock { return time.isRecurring && time.clocks.count == 1 ? time.clocks[0].range : time.range }
        return time.delay == nil && (time.day != nil || time.period != nil) ? dayRange : time.range
    }

    func refusal(_ reason: PhraseError.Reason, at range: Range<Int>) -> PhraseError {
        let place = tokens.range(range)
        return PhraseError(reason, at: place, words: place.slice(of: text).map(String.init) ?? "")
    }

    /// The words that name the day.
    var dayRange: Range<Int> {
        let parts = [time.day?.range, time.weekday?.range, time.period?.range].compactMap { $0 }
        guard let first = parts.map(\.lowerBound).min(), let last = parts.map(\.upperBound).max() else { return time.range }
        return first..<last
    }

    /// Checks that a day is at most ten years ahead.
    func checkNear(_ day: Day, _ range: Range<Int>) throws(PhraseError) {
        guard let last = Day(year: min(9999, today.year + 10), month: today.month, day: min(today.day, 28)), day <= last else {
            throw refusal(.tooFar, at: range)
        }
    }

    /// Creates an outcome, with a note if the local time is skipped or repeated.
    func outcome(_ civil: CivilTime, _ notes: [PhraseNote]) -> Outcome {
        let landing = zone.resolve(civil)
        let more: [PhraseNote] =
            switch landing.kind {
            case .unique: []
            case .gap: [.gap]
            case .fold: [.fold]
            }
        return Outcome(when: .once(civil, landing.instant), notes: notes + more)
    }
}
