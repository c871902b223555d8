import BotConfig
import Foundation

/// How often a rule may act before it is taken for broken: a circuit breaker.
struct RuleLimits: Hashable, Sendable {
    enum Breach: String, Hashable, Sendable, CaseIterable {
        /// Until the minute or the day is over.
        case shadow
        /// Until the rule is changed.
        case disable
    }

    var perMinute: Int?
    var perDay: Int?
    var onExceed: Breach

    /// What holds where the configuration says nothing: no rule that works well acts more often.
    static let usual = RuleLimits(perMinute: 30, perDay: 500, onExceed: .shadow)
    static let none = RuleLimits(perMinute: nil, perDay: nil, onExceed: .shadow)

    private init(perMinute: Int?, perDay: Int?, onExceed: Breach) {
        self.perMinute = perMinute
        self.perDay = perDay
        self.onExceed = onExceed
    }

    init?(_ node: ConfigNode, defaults: RuleLimits, _ findings: DiagnosticCollector) {
        guard var map = MapReader(node, "'limits'", findings) else { return nil }
        perMinute = map.take("per_minute", "Hits in a minute.")?.wholeNumber(in: 1...1_000_000, findings) ?? defaults.perMinute
        perDay = map.take("per_day", "Hits in a day.")?.wholeNumber(in: 1...100_000_000, findings) ?? defaults.perDay
        onExceed =
            map.take("on_exceed", "`shadow` for the rest of the minute or day, or `disable` until the rule is changed.")?
            .choice(Breach.self, "what happens beyond a limit", findings) ?? defaults.onExceed
        map.finish()
    }
}
