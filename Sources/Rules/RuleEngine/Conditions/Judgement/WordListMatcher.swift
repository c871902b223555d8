package import BotConfiguration
import PatternMatching
package import TextClassification

/// A search for the entries of several lists of words, as `in_list` finds them, for a model that weighs the lists.
package struct WordListMatcher: Sendable {
    private let scanner: TextScanner
    /// The lists, by position, to which each entry belongs.
    private let owners: [ScanTarget: [Int]]
    /// The lists as a model knows them.
    package let features: [WordListFeature]

    /// Entries that cannot be searched for are left out, with a diagnostic.
    package init(_ lists: [ListSettings], _ diagnostics: DiagnosticCollector) {
        var builder = TextScanner.Builder()
        var owners: [ScanTarget: [Int]] = [:]
        for (position, list) in lists.enumerated() {
            for (item, needle) in zip(list.items, TextFieldReader.needles(of: list, diagnostics: diagnostics)) {
                guard TextFieldReader.isFound(needle, at: item.position, diagnostics) else { continue }
                guard let target = builder.add(needle) else {
                    TextFieldReader.reportNothing(needle, at: item.position, diagnostics)
                    continue
                }
                owners[target, default: []].append(position)
            }
        }
        scanner = builder.build()
        self.owners = owners
        features = lists.map { WordListFeature(name: $0.name, fingerprint: $0.fingerprint) }
    }

    /// Returns whether each list has an entry in a text.
    package func hits(in text: String) -> [Bool] {
        var hits = [Bool](repeating: false, count: features.count)
        guard !features.isEmpty else { return hits }
        for target in scanner.scan(text).probes {
            for list in owners[target] ?? [] { hits[list] = true }
        }
        return hits
    }
}
