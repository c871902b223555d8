import BotConfig
import Foundation

/// How often a rule may act in a clan before it is taken for broken: a circuit breaker. And how often for one person.
struct RuleLimits: Hashable, Sendable {
    enum Breach: String, Hashable, Sendable, CaseIterable {
        /// Until the minute or the day is over.
        case shadow
        /// Until the rule is changed.
        case disable
    }

    /// Limits as they are written: nil for what is left to others.
    struct Given: Hashable, Sendable {
        var perMinute: Int?
        var perDay: Int?
        var perPerson: Int?
        var onExceed: Breach?
    }

    var perMinute: Int?
    var perDay: Int?
    /// Hits in a minute that one person may cause in one channel; those beyond it do not count towards the others.
    var perPerson: Int?
    var onExceed = Breach.shadow

    /// For rules that do more than talk: none that works well acts more often.
    static let usual = RuleLimits(perMinute: 30, perDay: 500)
    /// For rules that only talk: a busy clan asks more often, and one person alone must not silence a rule for all others.
    static let talking = RuleLimits(perMinute: 120, perDay: 5000, perPerson: 10)
    static let none = RuleLimits()

    /// The same with what is written in their place; later ones count more.
    func replaced(by given: Given?...) -> RuleLimits {
        given.compactMap(\.self).reduce(into: self) { limits, given in
            limits.perMinute = given.perMinute ?? limits.perMinute
            limits.perDay = given.perDay ?? limits.perDay
            limits.perPerson = given.perPerson ?? limits.perPerson
            limits.onExceed = given.onExceed ?? limits.onExceed
        }
    }
}

extension RuleLimits.Given {
    init?(_ node: ConfigNode, _ findings: DiagnosticCollector) {
        guard var map = MapReader(node, "'limits'", findings) else { return nil }
        perMinute = map.take("per_minute", "Hits in a minute, in each clan.")?.wholeNumber(in: 1...1_000_000, findings)
        perDay = map.take("per_day", "Hits in a day, in each clan.")?.wholeNumber(in: 1...100_000_000, findings)
        perPerson = map.take("per_person", "Hits in a minute for one person in one channel.")?
            .wholeNumber(in: 1...1_000_000, findings)
        onExceed = map.take("on_exceed", "`shadow` for the rest of the minute or day, or `disable` until the rule is changed.")?
            .choice(RuleLimits.Breach.self, "what happens beyond a limit", findings)
        map.finish()
    }
}
