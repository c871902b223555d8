import ArgumentParser
import ChatModel
import Foundation
import MezonBotApp
import RuleEngine
import TextClassification

/// Trains a model for the condition `learned` with labelled texts.
struct RulesLearnCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "learn",
        abstract: "Train a model with labelled texts.",
        discussion: """
            Texts come from files, from cases and their reversals, or from both. The model is measured by cross-validation: each fifth \
            of the texts is judged by a model trained with the others. The same texts give the same file, which contains hashes and \
            no text. Exit codes: 0 success, 1 too few texts or no data, 2 an unreadable file.
            """)

    @Option(help: ArgumentHelp("File with a bad text on each line; repeatable", valueName: "file"), completion: .file())
    var spam: [String] = []

    @Option(help: ArgumentHelp("File with a clean text on each line; repeatable", valueName: "file"), completion: .file())
    var ham: [String] = []

    @Option(
        help: ArgumentHelp("File with a text, a tab and a label on each line; repeatable", valueName: "file"), completion: .file()
    )
    var labelled: [String] = []

    @OptionGroup var history: LearnFromCasesOptions

    @Option(help: ArgumentHelp("Model file to write (default: only measure)", valueName: "file"), completion: .file())
    var output: String?

    @Flag(help: "Replace an existing model file")
    var force = false

    @Flag(help: .jsonObject)
    var json = false

    func validate() throws {
        guard history.fromCases || !(spam + ham + labelled).isEmpty else {
            throw ValidationError("pass --spam and --ham, --labelled, or --from-cases")
        }
        try history.check()
    }

    func run() async throws {
        if let output, !force, FileManager.default.fileExists(atPath: output) {
            throw CommandError(.failed, "\(output) exists; pass --force to replace it")
        }
        let texts = try fileTexts() + (history.fromCases ? try await history.texts() : [])
        let training: ClassifierTraining
        do throws(ClassifierTraining.TrainingError) {
            training = try ClassifierTraining(texts)
        } catch {
            throw CommandError(.failed, "\(error)")
        }
        let meter = ProgressMeter()
        let classifier = training.run { meter.advance(to: Int64($0 * 100), of: 100) }
        meter.end()
        let report = LearningReport(classifier.measurement, given: texts.count, file: output)
        if let output { try write(classifier.file, to: output) }
        if json { try printJSON(report) } else { print(report.human) }
    }

    private func fileTexts() throws -> [TrainingText] {
        var texts: [LabelledText] = []
        for file in spam {
            texts += try TextFile.labelled(file) { text throws(LabelledText.ReadingError) in
                try LabelledText.read(text, allAre: true)
            }
        }
        for file in ham {
            texts += try TextFile.labelled(file) { text throws(LabelledText.ReadingError) in
                try LabelledText.read(text, allAre: false)
            }
        }
        for file in labelled {
            texts += try TextFile.labelled(file) { text throws(LabelledText.ReadingError) in try LabelledText.read(text) }
        }
        return texts.map { TrainingText($0.text, isBad: $0.isBad) }
    }

    private func write(_ model: String, to file: String) throws {
        do {
            let url = URL(fileURLWithPath: file)
            try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(model.utf8).write(to: url, options: .atomic)
        } catch {
            throw CommandError(.failed, "cannot write \(file): \(FileErrorDescription.words(for: error))")
        }
    }
}
