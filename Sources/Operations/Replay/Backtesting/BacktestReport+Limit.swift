package import BotConfiguration

extension BacktestReport {
    /// The number that a condition names.
    package func value(of figure: BacktestLimit.Figure) -> Int {
        switch figure {
        case .changes: changed
        case .hits: total(.newlyHit)
        case .losses: total(.noLongerHit)
        case .prevented: total(.prevented)
        case .unknown: total(.unknown)
        case .removals: (added["kick"] ?? 0) + (added["ban"] ?? 0)
        case .mutes: added["mute"] ?? 0
        case .deletions: added["delete"] ?? 0
        case .warnings: added["warn"] ?? 0
        }
    }
}

extension BacktestLimit {
    /// The conditions that a report meets, each in words: `removals is 3 in the backtest, and removals > 0 is refused`.
    package func reasons(in report: BacktestReport) -> [String] {
        conditions.compactMap { condition in
            let value = report.value(of: condition.figure)
            guard condition.comparison.holds(value) else { return nil }
            let figure = condition.figure.rawValue
            return "\(figure) is \(value) in the backtest, and \(figure) \(condition.comparison) is refused"
        }
    }
}
