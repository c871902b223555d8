import Testing

@testable import TextClassification

struct ClassifierMeasurementTests {
    private let measurement = ClassifierMeasurement(
        texts: 300, bad: 100,
        points: [
            .init(threshold: 0.5, truePositives: 90, falsePositives: 10),
            .init(threshold: 0.8, truePositives: 80, falsePositives: 2),
            .init(threshold: 0.95, truePositives: 40, falsePositives: 0),
        ])

    @Test func `thresholds are recommended by F1 and by false positives`() {
        #expect(measurement.best?.threshold == 0.5)
        #expect(measurement.point(maxFalsePositiveShare: 0.01)?.threshold == 0.8)
        #expect(measurement.point(maxFalsePositiveShare: 0.002)?.threshold == 0.95)
    }

    @Test func `the highest of equally good thresholds is recommended`() {
        let points = [(0.05, 90, 1), (0.5, 90, 1), (0.8, 90, 0), (0.95, 90, 0), (0.99, 89, 0)]
        let measurement = ClassifierMeasurement(
            texts: 300, bad: 100, points: points.map { .init(threshold: $0.0, truePositives: $0.1, falsePositives: $0.2) })
        #expect(measurement.best?.threshold == 0.95)
        #expect(measurement.point(maxFalsePositiveShare: 0.01)?.threshold == 0.95)
        #expect(measurement.point(maxFalsePositiveShare: 0.002)?.threshold == 0.95)
        #expect(measurement.point(maxFalsePositiveShare: -1) == nil)
    }

    @Test func `a threshold between measured ones counts as the lower one`() {
        #expect(measurement.point(atOrBelow: 0.9)?.threshold == 0.8)
        #expect(measurement.point(atOrBelow: 0.4) == nil)
    }
}
