package import BotConfiguration
import ChatModel
import PatternMatching
import TextFolding

extension Lists {
    /// Counts the messages in which each word list is found, and those that each fold adds.
    ///
    /// The lists are searched with their own folds; a condition may set others.
    ///
    /// - Parameters:
    ///   - messages: The texts of a sample.
    ///   - examples: The number of examples for each fold.
    ///   - advance: Called after every search of a message, with the number of these searches done and of all of them.
    package func foldCosts(
        in messages: [String], examples: Int, advance: (_ done: Int, _ all: Int) -> Void = { _, _ in }
    ) -> [WordListSample] {
        let lists = all.filter { $0.kind == .words }
        let steps = lists.count * (Fold.allCases.count + 1) * messages.count
        var done = 0
        func search(_ list: ListSettings, _ folds: FoldSet) -> ListSearch {
            ListSearch(list, folds, in: messages) {
                done += 1
                advance(done, steps)
            }
        }
        return lists.map { list in
            let folds = TextFieldReader.folds(list.fold, DiagnosticCollector()) ?? .plain
            let own = search(list, folds)
            let costs = Fold.allCases.map { fold in
                let isUsed = folds.has(fold)
                let other = search(list, folds.symmetricDifference(FoldSet([fold])))
                let (with, without) = isUsed ? (own, other) : (other, own)
                let found = with.found.filter { without.found[$0.key] == nil }
                return FoldCost(
                    fold: fold.rawValue, isUsed: isUsed, hits: found.count, unusableEntries: with.unusableEntries,
                    examples: Self.examples(found, in: messages, upTo: examples))
            }
            return WordListSample(
                list: list.name, entries: list.items.count, folds: Fold.allCases.filter(folds.has).map(\.rawValue),
                messages: messages.count, hits: own.found.count, costs: costs)
        }
    }

    private static func examples(_ found: [Int: ListSearch.Hit], in messages: [String], upTo count: Int) -> [FoldCost.Example] {
        var examples: [ListSearch.Hit: FoldCost.Example] = [:]
        for (index, hit) in found.sorted(by: { $0.key < $1.key }) {
            let new = FoldCost.Example(found: hit.text, entry: hit.entry, messages: 0, message: messages[index].terminalLine)
            examples[hit, default: new].messages += 1
        }
        let worst = examples.values.sorted { (-$0.messages, $0.found, $0.entry) < (-$1.messages, $1.found, $1.entry) }
        return Array(worst.prefix(count))
    }
}

/// A search of messages for the entries of a list, with one set of folds.
private struct ListSearch {
    struct Hit: Hashable {
        var text: String
        var entry: String
    }

    /// The first entry found in each message, by the message's index.
    private(set) var found: [Int: Hit] = [:]
    private(set) var unusableEntries = 0

    init(_ list: ListSettings, _ folds: FoldSet, in messages: [String], advance: () -> Void) {
        var builder = TextScanner.Builder()
        let allowed = AllowedPhrases(list.allowed.map(\.text))
        var entries: [ScanTarget: String] = [:]
        for item in list.items {
            var needle = Needle(entry: item.text, folds: folds)
            needle.allowed = allowed
            guard !needle.collapsesToOneLetter, let target = builder.add(needle) else {
                unusableEntries += 1
                continue
            }
            entries[target] = item.text
        }
        let scanner = builder.build()
        for (index, message) in messages.enumerated() {
            defer { advance() }
            let hits = scanner.scan(message)
            guard let target = hits.probes.first, let match = hits[target], let entry = entries[target] else { continue }
            found[index] = Hit(text: match.text.lowercased().terminalLine, entry: entry)
        }
    }
}
