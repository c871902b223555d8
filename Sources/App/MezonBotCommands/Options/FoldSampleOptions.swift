import ArgumentParser
import BotConfiguration
import MezonBotApp
import RuleEngine
import Storage

/// Options that select the messages with which `check` measures the folds of word lists.
struct FoldSampleOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Measure the folds of word lists with a message on each line of a file, or with `archive`: the newest of --data",
            valueName: "file|archive"), completion: .file())
    var sample: String?

    @Option(
        help: ArgumentHelp(
            "Maximum number of messages: the newest of the archive, or lines spread evenly over the file", valueName: "count"))
    var sampleSize = 5000

    @OptionGroup var data: DataDirectoryOptions

    func validate() throws {
        guard (1...100_000).contains(sampleSize) else { throw ValidationError("--sample-size must be from 1 to 100000") }
    }

    /// Measures the word lists of a configuration that loads; nil without `--sample`.
    func samples(_ lists: Lists?, of config: String) async throws -> [WordListSample]? {
        guard let sample, let lists else { return nil }
        guard lists.all.contains(where: { $0.kind == .words }) else {
            throw CommandError(.configuration, "the configuration has no word lists; --sample measures those under 'lists'")
        }
        let messages: [String]
        if sample == "archive" {
            messages = try await archivedTexts(data.configured(by: config))
        } else {
            let lines = try TextFile.labelled(sample) { file throws(LabelledText.ReadingError) in
                try LabelledText.read(file, allAre: false)
            }
            let count = min(lines.count, sampleSize)
            messages = (0..<count).map { String(lines[$0 * lines.count / count].text.prefix(Self.maxCharacters)) }
            if count < lines.count {
                StandardError.write(
                    "\(sample): \(count) of \(lines.count) messages are searched; --sample-size takes more\n")
            }
        }
        let meter = ProgressMeter()
        defer { meter.end() }
        return lists.foldCosts(in: messages, examples: 3) { meter.advance(to: Int64($0), of: Int64($1)) }
    }

    private static let maxCharacters = 10_000  // More than a message of Mezon may have.

    /// Reads the newest messages of all clans but the bot's own, each in its last version.
    private func archivedTexts(_ data: DataDirectoryOptions) async throws -> [String] {
        let me = try await data.reading { try await $0.lastAccount() }
        let archive = try await data.archive()
        var search = MessageSearch()
        search.limit = 1000
        var texts: [String] = []
        while texts.count < sampleSize {
            let page = try await archive.page(search)
            texts += page.hits.filter { $0.author != me && $0.since == nil && !$0.text.isEmpty }.map(\.text)
            guard let next = page.next else { break }
            search.before = next
        }
        guard !texts.isEmpty else { throw CommandError(.failed, "there are no messages in \(data.folder)") }
        return Array(texts.prefix(sampleSize))
    }
}

extension WordListSample {
    /// A table of the folds, with what each finds most often.
    var human: String {
        var lines = [
            "word list \(list): found in \(hits) of \(messages) messages (entries: \(entries))",
            "\("fold".padded(to: 12))\("in use".padded(to: 8))\("adds".padded(to: 8))",
        ]
        for cost in costs {
            let found = cost.examples.map { "'\($0.found)' \($0.messages)" }.joined(separator: ", ")
            let unusable = cost.unusableEntries > 0 ? "  (entries of one letter: \(cost.unusableEntries))" : ""
            lines.append(
                "\(cost.fold.padded(to: 12))\((cost.isUsed ? "yes" : "no").padded(to: 8))\("\(cost.hits)".padded(to: 8))"
                    + (found.isEmpty ? "" : "  \(found)") + unusable)
            lines += cost.examples.map { "      \($0.entry): \($0.message.prefix(100))" }
        }
        return lines.joined(separator: "\n")
    }
}
