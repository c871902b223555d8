import Foundation
import TextClassification

/// The measured quality of a trained model.
struct LearningReport: Encodable {
    /// The result at one probability.
    struct Point: Encodable {
        let probability: Double
        let precision: Double
        let recall: Double
        let f1: Double
        let falsePositivesPerThousand: Double

        private enum CodingKeys: String, CodingKey {
            case probability, precision, recall, f1, falsePositivesPerThousand = "false_positives_per_thousand"
        }

        init(_ point: ClassifierMeasurement.Point, _ measurement: ClassifierMeasurement) {
            probability = point.threshold
            precision = point.precision
            recall = measurement.foundShare(at: point)
            f1 = measurement.f1(at: point)
            falsePositivesPerThousand = 1000 * measurement.falsePositiveShare(at: point)
        }

        fileprivate var line: String {
            [probability, precision, recall, f1, falsePositivesPerThousand].map { $0.formatted(.threeDecimals).padded(to: 11) }
                .joined()
        }
    }

    let given: Int
    let texts: Int
    let bad: Int
    /// The F1 at a probability that was chosen without the texts that it judges.
    let unseenF1: Double
    let file: String?
    let points: [Point]
    /// The results with the highest F1, and with the highest recall where at most 10 and 2 of 1,000 clean texts are found; each at the highest
    /// of equally good probabilities.
    let best: Point?
    let few: Point?
    let fewest: Point?

    private enum CodingKeys: String, CodingKey {
        case given, texts, bad, file, points, best
        case unseenF1 = "unseen_f1"
        case few = "at_most_10_false_positives_per_thousand"
        case fewest = "at_most_2_false_positives_per_thousand"
    }

    private static let shown: Set<Double> = [0.3, 0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99]

    init(_ trained: ClassifierTraining.Result, given: Int, file: String?) {
        let measurement = trained.classifier.measurement
        unseenF1 = trained.unseenF1
        self.given = given
        texts = measurement.texts
        bad = measurement.bad
        self.file = file
        points = measurement.points.map { Point($0, measurement) }
        best = measurement.best.map { Point($0, measurement) }
        few = measurement.point(maxFalsePositiveShare: 0.01).map { Point($0, measurement) }
        fewest = measurement.point(maxFalsePositiveShare: 0.002).map { Point($0, measurement) }
    }

    var human: String {
        var lines = [
            "\(given) texts, \(texts) of them distinct, \(bad) of those bad", "",
            ["probability", "precision", "recall", "F1", "false positives per 1,000 clean texts"].enumerated()
                .map { $0.offset == 4 ? "  \($0.element)" : $0.element.padded(to: 11) }.joined(),
        ]
        let recommended = [
            ("highest F1", best), ("at most 10 false positives per 1,000", few), ("at most 2 false positives per 1,000", fewest),
        ]
        for point in points {
            let marks = recommended.filter { $0.1?.probability == point.probability }.map(\.0)
            guard Self.shown.contains(point.probability) || !marks.isEmpty else { continue }
            lines.append(point.line + (marks.isEmpty ? "" : "  <- \(marks.joined(separator: ", "))"))
        }
        lines.append("")
        lines += recommended.map { name, point in
            guard let point else { return "\(name): at no probability" }
            let recall = (point.recall * 100).formatted(.threeDecimals)
            return
                "\(name): probability: \">= \(point.probability.formatted(.threeDecimals))\" finds \(recall) % of the bad texts"
        }
        lines.append("F1 at a probability chosen without the texts it judges: \(unseenF1.formatted(.threeDecimals))")
        if let file { lines += ["", "The model was written to \(file)."] }
        return lines.joined(separator: "\n")
    }
}

extension FormatStyle where Self == FloatingPointFormatStyle<Double> {
    /// At most three decimals, in English.
    static var threeDecimals: Self { .number.precision(.fractionLength(0...3)).locale(Locale(identifier: "en_US_POSIX")) }
}

extension String {
    func padded(to width: Int) -> String { String(repeating: " ", count: max(1, width - count)) + self }
}
