import BotConfiguration
import TextClassification

/// Warns of enforced rules that act against users because of a model whose precision has not been shown. A rule that asks moderators
/// first is how a model learns.
struct UnprovenModelReview {
    let diagnostics: DiagnosticCollector

    /// The share of the found texts that have to be bad, and the number of texts that show it.
    private static let minPrecision = 0.95
    private static let minTexts = (bad: 50, clean: 200)

    func review(_ reviewed: Reviewed) {
        guard reviewed.rule.actions.contains(where: \.sanctionsUnasked) else { return }
        for condition in reviewed.rule.when?.decisive ?? [] {
            guard let learned = condition as? LearnedCondition, let threshold = learned.threshold,
                let measurement = learned.model.classifier?.measurement,
                let doubt = Self.doubt(measurement, at: threshold)
            else { continue }
            diagnostics.warning(
                "unproven-model",
                "'\(reviewed.rule.id)' acts against users, but of the model '\(learned.model.name)' \(doubt.reason)",
                at: reviewed.position, suggestion: doubt.suggestion)
        }
    }

    private static func doubt(_ measurement: ClassifierMeasurement, at threshold: Double) -> (reason: String, suggestion: String)?
    {
        let (bad, clean) = (measurement.bad, measurement.clean)
        guard bad >= minTexts.bad, clean >= minTexts.clean else {
            return (
                "only \(bad) bad and \(clean) clean texts are known",
                "train it with at least \(minTexts.bad) and \(minTexts.clean), or write mode: shadow"
            )
        }
        guard let point = measurement.point(atOrBelow: threshold) else {
            return (
                "the precision at \(Quantity.points(threshold)) was not measured", "write a higher probability, or mode: shadow"
            )
        }
        guard point.precision < minPrecision else { return nil }
        let better = measurement.points.first { $0.threshold > threshold && $0.precision >= minPrecision }
        return (
            "only \(Quantity.ratio(point.precision)) of the texts found at \(Quantity.points(point.threshold)) are bad",
            better.map { "write probability: \">= \(Quantity.points($0.threshold))\", or mode: shadow" }
                ?? "train it with more texts, or write mode: shadow"
        )
    }
}
