import BotConfiguration
import ChatModel
import PatternMatching

/// `score: { of: [{ points: 3, when: … }], total: ">= 5" }`: the sum of the points of all signals that hold. It is available as
/// `match.score`.
struct ScoreCondition: ParsableCondition {
    static let name = "score"
    let checks: [FieldCheck]

    /// A condition with the points that it adds if it holds.
    private struct Signal: Sendable {
        var points: Double
        var when: ConditionExpression
    }

    private static let maxSignals = 50  // Each is evaluated for every message.

    init?(_ node: ConfigNode, _ compilation: CompilationContext) {
        let diagnostics = compilation.diagnostics
        guard var fields = FieldReader(node, Self.name, compilation) else { return nil }
        let list = fields.require("of", "The signals: `{ points: 2, when: … }`, where `when` is any condition.")
        let items = list?.items(diagnostics) ?? []
        let signals = items.compactMap { Self.signal($0, compilation) }
        if items.count > Self.maxSignals, !diagnostics.isRecording {
            diagnostics.error(
                "too-large", "a score has at most \(Self.maxSignals) signals", at: items[Self.maxSignals].position,
                suggestion: "combine some with any: [ … ]")
        }
        let totalNode = fields.require("total", "The sum of the points, for example `>= 5`.")
        let threshold = totalNode.flatMap { [fields] in fields.threshold("total", .number, $0) }
        if let threshold, let totalNode, !signals.isEmpty, signals.count == items.count {
            let (part, total) = (threshold.part, threshold.comparison)
            Self.review(total, of: signals, at: totalNode.position, diagnostics)
            var check = FieldCheck(
                [part], needed: Self.needed(total, signals),
                detailKinds: signals.reduce(.score) { $0.union($1.when.matchKinds) },
                threshold: MeasuredThreshold(threshold: threshold) { facts in
                    Quantity.points(signals.reduce(0) { $0 + ($1.when.decide(facts).holds ? $1.points : 0) }).value
                }
            ) { Self.decide(part, total, signals, $0) }
            check.nested = signals.map(\.when)
            fields.add(check)
        }
        guard let checks = fields.finish() else { return nil }
        self.checks = checks
    }

    private static func signal(_ node: ConfigNode, _ compilation: CompilationContext) -> Signal? {
        guard var map = MapReader(node, "a signal", compilation.diagnostics) else { return nil }
        map.expect(["weight", "score", "value"], for: "points")
        let pointsNode = map.require("points", "The points, which may be negative.")
        let points = pointsNode?.number(in: -1000...1000, compilation.diagnostics)
        let when = map.require("when", "The condition.").flatMap { ConditionExpression($0, compilation) }
        map.finish()
        if let pointsNode, points == 0 {
            compilation.diagnostics.error(
                "no-effect", "a signal of 0 points changes no total", at: pointsNode.position,
                suggestion: "write another number, or remove the signal")
        }
        guard let points, let when else { return nil }
        return Signal(points: points, when: when)
    }

    private static func review(
        _ total: Comparison, of signals: [Signal], at position: SourcePosition, _ diagnostics: DiagnosticCollector
    ) {
        let range = range(of: signals)
        let shown = "the signals add up to \(Quantity.points(range.lowerBound)) to \(Quantity.points(range.upperBound))"
        if total.excludes(range) {
            diagnostics.error(
                "never-true", "\(shown), so '\(total)' never holds", at: position, suggestion: "change the points or the total")
        } else if total.holds(range.lowerBound), total.holds(range.upperBound) {
            diagnostics.warning(
                "always-true", "\(shown), so '\(total)' always holds", at: position, suggestion: "change the points or the total")
        }
    }

    /// The lowest and the highest total.
    private static func range(of signals: [Signal]) -> ClosedRange<Double> {
        signals.reduce(0) { $0 + min($1.points, 0) }...signals.reduce(0) { $0 + max($1.points, 0) }
    }

    /// The scan keys of the signals of which one has to hold: those that raise the total, if it is not reached without them.
    private static func needed(_ total: Comparison, _ signals: [Signal]) -> Set<ScanKey>? {
        guard total.excludes(range(of: signals).lowerBound...0) else { return nil }
        var union: Set<ScanKey> = []
        for signal in signals where signal.points > 0 {
            guard let keys = signal.when.requiredScanKeys else { return nil }
            union.formUnion(keys)
        }
        return union
    }

    private static func decide(_ part: String, _ total: Comparison, _ signals: [Signal], _ facts: Facts) -> ConditionResult {
        var sum = 0.0
        var found = MatchDetails()
        var counted: [String] = []
        for signal in signals {
            guard case .holds(let reason) = signal.when.decide(facts) else { continue }
            sum += signal.points
            found = found.merging(reason.found)
            counted.append("\(signal.points > 0 ? "+" : "")\(Quantity.points(signal.points)) \(reason.sentence)")
        }
        let quantity = Quantity.points(sum)
        found.score = quantity.description
        let list = counted.isEmpty ? "" : " (\(counted.joined(separator: ", ")))"
        return total.decide(part, quantity, found: found).adding(list)
    }
}
