import ArgumentParser
import ChatModel
import MezonBotApp
import Moderation
import Storage
import TextClassification

/// Options that select the messages of a data directory from which a model learns.
struct LearnFromCasesOptions: ParsableArguments {
    @Flag(help: "Learn from cases, their reversals and answered questions of a data directory")
    var fromCases = false

    @OptionGroup var cases: CaseOptions

    @Option(
        help: ArgumentHelp("Maximum number of messages without a case to learn from as clean texts", valueName: "count"))
    var sample = 5000

    @OptionGroup var data: DataDirectoryOptions

    func check() throws {
        guard (0...100_000).contains(sample) else { throw ValidationError("--sample must be from 0 to 100000") }
        guard fromCases || cases.clan == nil && cases.user == nil && cases.rule == nil && cases.since == nil else {
            throw ValidationError("--clan, --user, --rule and --since select cases; pass --from-cases too")
        }
    }

    /// Reads the texts of one clan: no model is trained with the texts of several.
    func texts() async throws -> [TrainingText] {
        let (judged, me) = try await data.reading { reader in
            (try await JudgedMessages(reader, try await cases.filter(reader)), try await reader.lastAccount())
        }
        guard let clan = judged.clans.first else { throw CommandError(.failed, "there are no such cases in \(data.folder)") }
        guard judged.clans.count == 1 else {
            throw CommandError(.failed, "the cases are those of \(judged.clans.count) clans; choose one with --clan")
        }
        let clean = sample == 0 ? [] : try await judged.cleanTexts(data.archive(), of: clan, upTo: sample, except: me)
        printError(
            "\(judged.bad.count) messages with cases, \(judged.undone.count) with cases that were undone, \(judged.rejected.count) "
                + "that moderators let stand, \(clean.count) without a case")
        return judged.texts + clean.map { TrainingText($0, isBad: false) }
    }
}
