import Testing
import TextClassification

struct TextClassifierFileTests {
    private static let file = """
        mezon-bot-model 1
        texts 100
        bad 40
        slope 0.01
        offset -1.5
        list rude 1f00 2.25
        at 0.5 38 2
        at 0.9 30 0
        weights 2
        17 -20
        300 999

        """

    @Test func `a file is read as it was written`() throws {
        let classifier = try TextClassifier(file: Self.file)
        #expect(classifier.file == Self.file)
        #expect(classifier.measurement.points.map(\.precision) == [0.95, 1])
        #expect(classifier.measurement.clean == 60)
        #expect(classifier.lists == [WordListFeature(name: "rude", fingerprint: "1f00")])
    }

    @Test func `a file contains no text`() throws {
        let file = try #require(ClassifierTrainingTests.classifier).file
        for line in file.split(separator: "\n").drop(while: { !$0.hasPrefix("weights") }).dropFirst() {
            #expect(line.allSatisfy { $0.isNumber || $0 == " " || $0 == "-" })
        }
    }

    @Test(
        arguments: [
            ("mezon-bot-model 1", "mezon-bot-model 2", 1), ("texts 100", "texts many", 2), ("bad 40", "bad 400", 3),
            ("slope 0.01", "slope nan", 4), ("offset -1.5", "", 5), ("at 0.5 38 2", "at 1.5 38 2", 7),
            ("at 0.5 38 2", "at 0.5 41 2", 7), ("at 0.9 30 0", "at 0.4 30 0", 8), ("weights 2", "weights 3", 12),
            ("weights 2", "weights 1", 11), ("weights 2", "weights 99999999999999999999", 9), ("17 -20", "17 -2000", 10),
            ("300 999", "12 999", 11), ("300 999", "262144 9", 11), ("300 999", "300", 11), ("rude 1f00 2.25", "rude 2.25", 6),
            ("rude 1f00 2.25", "rude 1f00 nan", 6), ("rude 1f00 2.25", "rude 1f00 1\nlist rude 1f00 1", 7),
        ])
    func `a malformed line is an error with its number`(line: String, other: String, number: Int) {
        #expect {
            _ = try TextClassifier(file: Self.file.replacing(line, with: other, maxReplacements: 1))
        } throws: {
            ($0 as? TextClassifier.FileError)?.line == number
        }
    }
}
