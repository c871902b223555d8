import Testing
import TextClassification

struct ClassifierTrainingTests {
    static let classifier = train(ChatLines.all)

    private static func train(_ texts: [TrainingText]) -> TextClassifier? { try? ClassifierTraining(texts).run().classifier }

    @Test func `a trained classifier finds new texts like the bad ones and leaves the others`() throws {
        let classifier = try #require(Self.classifier)
        for text in ["free nitro, click https://gift.example/abc", "kiếm tiền online, inbox zalo 0900000000 ngay"] {
            #expect(try #require(classifier.probability(of: text)) > 0.9, "\(text)")
        }
        for text in ["cả nhà ơi tối nay họp ở phòng nào nhé", "the slides of Friday are broken again"] {
            #expect(try #require(classifier.probability(of: text)) < 0.1, "\(text)")
        }
    }

    @Test func `the same texts give the same file in any order`() throws {
        let classifier = try #require(Self.classifier)
        #expect(Self.train(ChatLines.all.reversed())?.file == classifier.file)
    }

    @Test func `disguised letters and missing marks hide nothing`() throws {
        let classifier = try #require(Self.classifier)
        let plain = classifier.probability(of: "free nitro for everyone, click")
        #expect(classifier.probability(of: "fr\u{200B}ee nit\u{200B}ro for everyone, click") == plain)
        #expect(classifier.probability(of: "frее nitrо for everyone, click") == plain, "Cyrillic е and о")
        for text in ["FREE NITRO FOR EVERYONE, CLICK", "kiem tien online tai nha, inbox zalo"] {
            #expect(try #require(classifier.probability(of: text)) > 0.8, "\(text)")
        }
    }

    @Test func `it is measured with texts that it had not seen`() throws {
        let measurement = try #require(Self.classifier).measurement
        // Texts that differ in their digits only count once.
        #expect(measurement.texts <= ChatLines.all.count && measurement.bad <= ChatLines.bad.count)
        let point = try #require(measurement.point(atOrBelow: 0.5))
        #expect(point.precision > 0.97 && measurement.foundShare(at: point) > 0.97)
        let cautious = try #require(measurement.point(maxFalsePositiveShare: 0.002))
        #expect(measurement.foundShare(at: cautious) > 0.97 && cautious.threshold >= 0.5)
    }

    @Test func `a classifier that weighs a list finds more than the list and than without it`() throws {
        let quarrels = ChatLines.quarrels
        let found = quarrels.filter { $0.hits == [true] }
        let bad = quarrels.count(where: \.isBad)
        let ofList = 2 * Double(found.count(where: \.isBad)) / Double(found.count + bad)
        let list = WordListFeature(name: "insults", fingerprint: "1")
        let trained = try ClassifierTraining(quarrels, lists: [list]).run()
        let without = try ClassifierTraining(quarrels.map { TrainingText($0.text, isBad: $0.isBad) }).run()
        #expect(trained.unseenF1 > ofList + 0.05, "\(trained.unseenF1), list \(ofList)")
        #expect(trained.unseenF1 > without.unseenF1 + 0.2, "\(trained.unseenF1), without \(without.unseenF1)")

        let text = "mọi người ơi zomo nhé"
        let classifier = trained.classifier
        let (hit, miss) = (classifier.probability(of: text, hits: [true]), classifier.probability(of: text, hits: [false]))
        #expect(try #require(hit) > 0.8 && #require(miss) < 0.5, "\(hit ?? 0) \(miss ?? 1)")
        #expect(classifier.influences(in: text, hits: [true]).first { $0.isList }?.name == "insults")
        #expect(!classifier.influences(in: text, hits: [false]).contains { $0.isList })
        #expect(try TextClassifier(file: classifier.file) == classifier)
    }

    @Test func `texts that differ only in what lists find of them are one with all of it`() throws {
        func file(_ texts: [TrainingText]) throws -> String {
            try ClassifierTraining(ChatLines.quarrels + texts, lists: [WordListFeature(name: "insults", fingerprint: "1")])
                .run().classifier.file
        }
        let twice = [true, false].map { TrainingText("call 0912", isBad: true, hits: [$0]) }
        #expect(try file(twice) == file(twice.reversed()))
        #expect(try file(twice) == file([twice[0]]))
    }

    @Test func `labels by chance are not learned`() throws {
        let texts = ChatLines.clean.enumerated().map { TrainingText($0.element.text, isBad: ($0.offset * 7919) % 10 < 3) }
        let measurement = try #require(Self.train(texts)).measurement
        let point = try #require(measurement.point(atOrBelow: 0.7))
        #expect(measurement.foundShare(at: point) < 0.3)
    }

    @Test func `a text with both labels has that of the majority`() throws {
        let doubted = [TrainingText("free nitro for everyone chỉ hôm nay", isBad: false)]
        let undoubted = try ClassifierTraining(ChatLines.all)
        #expect(try ClassifierTraining(ChatLines.all + doubted).texts == undoubted.texts - 1, "one of each label: left out")
        #expect(try ClassifierTraining(ChatLines.all + doubted + doubted).bad == undoubted.bad - 1)
    }

    @Test func `too few texts of a kind are an error with their numbers`() {
        #expect(throws: ClassifierTraining.TrainingError.tooFew(bad: 19, clean: 192)) {
            try ClassifierTraining(ChatLines.clean + ChatLines.bad.filter { !$0.text.contains(where: \.isNumber) }.prefix(19))
        }
    }

    @Test func `the words of a text are named with their influences`() throws {
        let influences = try #require(Self.classifier).influences(in: "hey free nitro thầy ơi")
        #expect(Set(influences.map(\.name)) == ["hey", "free", "nitro", "thầy", "ơi"])
        #expect(try #require(influences.first { $0.name == "nitro" }).weight > 0.3)
        #expect(try #require(influences.first { $0.name == "thầy" }).weight < 0)
        #expect(influences.map { abs($0.weight) } == influences.map { abs($0.weight) }.sorted(by: >))
    }

    @Test(arguments: ["", "   \n\t", "\u{200B}\u{FEFF}"]) func `a text without characters has no probability`(text: String) throws
    {
        #expect(try #require(Self.classifier).probability(of: text) == nil)
    }

    @Test func `a flood of characters is read up to a limit`() throws {
        let classifier = try #require(Self.classifier)
        let beginning = String(repeating: "ab ", count: 700)
        #expect(
            classifier.probability(of: beginning + String(repeating: "free nitro ", count: 10_000))
                == classifier.probability(of: beginning + String(repeating: "free nitro ", count: 20_000)))
    }
}
