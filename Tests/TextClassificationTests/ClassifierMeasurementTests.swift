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

    @Test func `a threshold between measured ones counts as the lower one`() {
        #expect(measurement.point(atOrBelow: 0.9)?.threshold == 0.8)
        #expect(measurement.point(atOrBelow: 0.4) == nil)
    }
}
