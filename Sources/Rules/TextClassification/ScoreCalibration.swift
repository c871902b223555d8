/// The logistic function that turns scores into probabilities (Platt 1999), fitted to the scores of texts with known labels.
struct ScoreCalibration {
    private(set) var slope = 0.0
    private(set) var offset = 0.0

    private static let steps = 100

    /// Fits the function by Newton's method. A step that does not bring the gradient closer to zero is replaced by one along a bound
    /// of the curvature, which always does.
    init(_ scored: [(score: Double, isBad: Bool)]) {
        let bad = Double(scored.count(where: \.isBad))
        // Labels are trusted a little less than wholly, so that no fit is infinitely steep.
        let targets = (bad: (bad + 1) / (bad + 2), clean: 1 / (Double(scored.count) - bad + 2))
        var former = Double.infinity
        for _ in 0..<Self.steps {
            var gradient = (slope: 0.0, offset: 0.0)
            var curvature = (slope: 1e-9, both: 0.0, offset: 1e-9)
            var bound = (slope: 1e-9, both: 0.0, offset: 1e-9)
            for (score, isBad) in scored {
                let probability = Logistic.probability(slope * score + offset)
                let error = probability - (isBad ? targets.bad : targets.clean)
                let weight = probability * (1 - probability)
                gradient = (gradient.slope + error * score, gradient.offset + error)
                curvature = (curvature.slope + weight * score * score, curvature.both + weight * score, curvature.offset + weight)
                bound = (bound.slope + score * score / 4, bound.both + score / 4, bound.offset + 0.25)
            }
            let size = gradient.slope * gradient.slope + gradient.offset * gradient.offset
            guard size > 1e-18 else { break }
            let matrix = size < former ? curvature : bound
            former = size
            let determinant = matrix.slope * matrix.offset - matrix.both * matrix.both
            guard determinant > 0 else { break }
            slope -= (matrix.offset * gradient.slope - matrix.both * gradient.offset) / determinant
            offset -= (matrix.slope * gradient.offset - matrix.both * gradient.slope) / determinant
        }
        slope = max(slope, 0)  // Texts whose scores say the opposite of their labels have taught nothing.
    }

    func probabilities(_ scored: [(score: Double, isBad: Bool)]) -> [(probability: Double, isBad: Bool)] {
        scored.map { (Logistic.probability(slope * $0.score + offset), $0.isBad) }
    }
}
