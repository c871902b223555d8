import BotConfiguration
import Foundation

/// The limits on how often a rule may act in a clan, as a circuit breaker against faulty rules, and how often for one user.
struct RuleLimits: Hashable, Sendable {
    enum Breach: String, Hashable, Sendable, CaseIterable {
        /// Shadow mode until the minute or day is over.
        case shadow
        /// Disabled until the rule is changed.
        case disable
    }

    /// Limits as written; `nil` for those left to the defaults.
    struct Overrides: Hashable, Sendable {
        var perMinute: Int?
        var perDay: Int?
        var perUser: Int?
        var onExceed: Breach?
    }

    var perMinute: Int?
    var perDay: Int?
    /// The maximum number of hits per minute that one user may cause in one channel. Further hits do not count towards the other
    /// limits.
    var perUser: Int?
    var onExceed = Breach.shadow

    /// The defaults for rules that do more than send messages. A working rule stays below them.
    static let `default` = RuleLimits(perMinute: 30, perDay: 500)
    /// The defaults for rules that only send messages: a busy clan triggers them more often, and a single user must not block a
    /// rule for everyone.
    static let messagesOnly = RuleLimits(perMinute: 120, perDay: 5000, perUser: 10)
    static let none = RuleLimits()

    /// Returns the limits with written values in place of the defaults. Later arguments take precedence.
    func replaced(by given: Overrides?...) -> RuleLimits {
        given.compactMap(\.self).reduce(into: self) { limits, given in
            limits.perMinute = given.perMinute ?? limits.perMinute
            limits.perDay = given.perDay ?? limits.perDay
            limits.perUser = given.perUser ?? limits.perUser
            limits.onExceed = given.onExceed ?? limits.onExceed
        }
    }
}

extension RuleLimits.Overrides {
    init?(_ node: ConfigNode, _ diagnostics: DiagnosticCollector) {
        guard var map = MapReader(node, "'limits'", diagnostics) else { return nil }
        perMinute = map.take("per_minute", "The maximum number of hits per minute in each clan.")?.wholeNumber(
            in: 1...1_000_000, diagnostics)
        perDay = map.take("per_day", "The maximum number of hits per day in each clan.")?.wholeNumber(
            in: 1...100_000_000, diagnostics)
        perUser = map.take("per_person", "The maximum number of hits per minute for one user in one channel.")?
            .wholeNumber(in: 1...1_000_000, diagnostics)
        onExceed = map.take("on_exceed", "`shadow` for the rest of the minute or day, or `disable` until the rule is changed.")?
            .choice(RuleLimits.Breach.self, "a limit action", diagnostics)
        map.finish()
    }
}
