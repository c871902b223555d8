import BotConfiguration
import PatternMatching
import TextFolding

/// Finds entries of word lists that change nothing: others of the same list are found wherever they are, or nothing finds them, because
/// the list allows them.
///
/// Each entry is searched for by the list itself. A longer list than `maxEntries` is not judged: each search also looks for misspelled and
/// masked entries, whose number it grows with.
struct WordListReview {
    let diagnostics: DiagnosticCollector

    static let maxEntries = 500
    private static let maxExamples = 3
    /// The folds with which an entry that contains another one is found only where that one is, too. With others, such as `spacing`, the
    /// words of an entry need no boundaries between them.
    private static let certainFolds = FoldSet.plain

    /// An entry that changes nothing, and the one that covers it; nil if it is allowed.
    private struct Useless {
        var item: ListSettings.Item
        var cover: ListSettings.Item?
    }

    func review(_ configuration: Configuration) {
        let elsewhere = Self.listsUsedOtherwise(configuration)
        for list in configuration.lists.all where list.kind == .words && list.items.count <= Self.maxEntries {
            let useless = Self.useless(list, judgesCoverage: !elsewhere.contains(list.name), diagnostics)
            report(
                useless.filter { $0.cover != nil }, of: list, "covered-entry", "change nothing, because others find the same",
                "remove them")
            report(
                useless.filter { $0.cover == nil }, of: list, "allowed-entry", "are never found, because 'allow' contains them",
                "remove them here, or from 'allow'")
        }
    }

    private func report(_ useless: [Useless], of list: ListSettings, _ code: String, _ what: String, _ advice: String) {
        guard let first = useless.first else { return }
        let examples = useless.prefix(Self.maxExamples).map { useless in
            "'\(useless.item.text)'" + (useless.cover.map { " ('\($0.text)', \($0.position.inFile))" } ?? "")
        }
        let more = useless.count > Self.maxExamples ? ", …" : ""
        diagnostics.warning(
            code,
            "\(useless.count) of the \(list.items.count) entries of '\(list.name)' \(what): "
                + examples.joined(separator: ", ") + more,
            at: first.item.position, suggestion: advice)
    }

    private static func useless(_ list: ListSettings, judgesCoverage: Bool, _ diagnostics: DiagnosticCollector) -> [Useless] {
        // Errors in the folds are reported where the list is used.
        let needles = TextFieldReader.needles(of: list, diagnostics: DiagnosticCollector())
        var builder = TextScanner.Builder()
        var positions: [ScanTarget: [Int]] = [:]
        let targets = needles.enumerated().map { index, needle -> ScanTarget? in
            guard !needle.collapsesToOneLetter, let target = builder.add(needle) else { return nil }
            positions[target, default: []].append(index)
            return target
        }
        let scanner = builder.build()
        let letters = needles.map { Folding(FoldSet([.case]))($0.text) }
        func covers(_ other: Int, _ index: Int) -> Bool {
            guard other != index else { return false }
            let (own, wide) = (needles[index], needles[other])
            if own == wide { return other < index }
            guard own.folds.isSubset(of: certainFolds), list.allowed.isEmpty, letters[index].contains(letters[other]) else {
                return false
            }
            // Of two that say the same, the second is useless.
            if letters[index] == letters[other] { return own.fit != wide.fit || other < index }
            return !own.mayHaveWrongTone
        }
        return list.items.indices.compactMap { index in
            guard let target = targets[index] else { return nil }
            let texts = needles[index].examples
            let found = texts.map { Set(scanner.scan($0).probes) }
            if !list.allowed.isEmpty, !found.contains(where: { $0.contains(target) }) {
                let isFoundInContext = texts.contains { scanner.scan("x, \($0), x").probes.contains(target) }
                return isFoundInContext ? nil : Useless(item: list.items[index])
            }
            guard judgesCoverage else { return nil }
            let everywhere = found.dropFirst().reduce(found[0]) { $0.intersection($1) }
            let cover = everywhere.flatMap { positions[$0] ?? [] }.filter { covers($0, index) }.min()
            return cover.map { Useless(item: list.items[index], cover: list.items[$0]) }
        }
    }

    /// Returns the lists that are used with other folds than their own, or for more than to find something: what is replaced, for
    /// example, depends on the longest entry.
    private static func listsUsedOtherwise(_ configuration: Configuration) -> Set<String> {
        let nodes = configuration.rules.map(\.node) + configuration.defines.all.map(\.node)
        return Set(
            nodes.flatMap(\.maps).filter { map in map.contains { ["fold", "with"].contains($0.key) } }.joined()
                .filter { $0.key == "in_list" }.flatMap { $0.value.scalars.compactMap(\.scalarText) })
    }
}

extension Needle {
    /// A Boolean value that indicates whether the needle is found with another tone in one of its words, where a part of it is not.
    fileprivate var mayHaveWrongTone: Bool {
        folds.has(.marks) && !text.utf8.allSatisfy { $0 < 128 } && text.contains { !$0.isLetter && !$0.isNumber }
    }

    /// Texts in which the needle is found, with other letters at each end that is open.
    fileprivate var examples: [String] {
        let opensStart = fit == .wordEnd || fit == .anywhere
        let opensEnd = fit == .wordStart || fit == .anywhere
        guard opensStart || opensEnd else { return [text] }
        return [text] + ["k", "x"].map { (opensStart ? $0 : "") + text + (opensEnd ? $0 : "") }
    }
}

extension [UInt8] {
    /// Returns whether the bytes contain others in a row.
    fileprivate func contains(_ part: [UInt8]) -> Bool {
        guard let first = part.first, part.count <= count else { return part.isEmpty }
        return (0...(count - part.count)).contains { self[$0] == first && self[$0..<$0 + part.count].elementsEqual(part) }
    }
}
