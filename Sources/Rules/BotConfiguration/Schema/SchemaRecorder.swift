/// A recorder that derives the configuration format from the readers: it observes them read a blank configuration and collects
/// every key, word and value that they accept.
///
/// The readers' own code is the declaration of the format, and a blank node records every query: `take` returns another blank
/// node, `text` records that a text is expected and returns none. If a reader has alternatives, such as the words of a condition,
/// each reading takes another one until all have been taken. A recursive definition is read once and referred to by name.
package final class SchemaRecorder {
    private(set) var samples: [SchemaSample] = [SchemaSample()]
    private(set) var definitions: [String: Int] = [:]
    private var alternatives: [Alternative: Progress] = [:]
    /// The alternatives taken and the definitions read during the current reading.
    private var taken: [Alternative: Int] = [:]
    private var opened: Set<String> = []

    private struct Alternative: Hashable {
        let sample: Int
        let question: String
    }

    private struct Progress {
        let branches: Int
        var next = 0
    }

    /// A limit well above what the format needs; an alternative that is never completed would otherwise cause an endless loop.
    private static let maxReads = 100_000

    package init() {}

    /// A Boolean value that indicates whether every alternative has been taken.
    package var isComplete: Bool { alternatives.values.allSatisfy { $0.next >= $0.branches } }

    /// Reads a blank configuration repeatedly until nothing new is recorded.
    package func explore(_ read: (ConfigNode, DiagnosticCollector) -> Void) {
        for _ in 0..<Self.maxReads {
            taken = [:]
            opened = []
            read(blank(0), DiagnosticCollector(recorder: self))
            if isComplete { return }
        }
    }

    func note(_ sample: Int, _ change: (inout SchemaSample) -> Void) { change(&samples[sample]) }

    /// Returns the index of the alternative to take in this reading.
    func alternative(of branches: Int, at sample: Int, _ question: String) -> Int {
        let fork = Alternative(sample: sample, question: question)
        if let branch = taken[fork] { return branch }
        var progress = alternatives[fork] ?? Progress(branches: max(1, branches))
        let branch = progress.next % progress.branches
        progress.next += 1
        alternatives[fork] = progress
        taken[fork] = branch
        return branch
    }

    func key(_ name: String, of sample: Int, _ doc: String, isRequired: Bool) -> ConfigNode {
        var keys = samples[sample].keys ?? []
        let index =
            keys.firstIndex { $0.name == name }
            ?? {
                keys.append(SchemaSample.Key(name: name, sample: add(), doc: "", isRequired: false))
                return keys.count - 1
            }()
        if !doc.isEmpty { keys[index].doc = doc }
        if isRequired { keys[index].isRequired = true }
        samples[sample].keys = keys
        return blank(keys[index].sample)
    }

    func word(_ name: String, of sample: Int) -> ConfigNode {
        if let word = samples[sample].words.first(where: { $0.name == name }) { return blank(word.sample) }
        let word = SchemaSample.Word(name: name, sample: add())
        samples[sample].words.append(word)
        return blank(word.sample)
    }

    func noteWord(_ name: String, of sample: Int, _ change: (inout SchemaSample.Word) -> Void) {
        guard let index = samples[sample].words.firstIndex(where: { $0.name == name }) else { return }
        change(&samples[sample].words[index])
    }

    func item(of sample: Int, isListOptional: Bool) -> ConfigNode {
        let item = samples[sample].item ?? add()
        samples[sample].item = item
        if isListOptional { samples[sample].isListOptional = true }
        return blank(item)
    }

    func entry(of sample: Int) -> ConfigNode {
        let entry = samples[sample].entry ?? add()
        samples[sample].entry = entry
        return blank(entry)
    }

    /// Returns the blank node in which to read a definition; `nil` if it has been read in this reading.
    func definition(_ name: String, referredToBy sample: Int) -> ConfigNode? {
        guard sample != definitions[name] else { return blank(sample) }
        let definition = refer(sample, to: name)
        return opened.insert(name).inserted ? blank(definition) : nil
    }

    @discardableResult
    func refer(_ sample: Int, to name: String) -> Int {
        samples[sample].reference = name
        let definition = definitions[name] ?? add()
        definitions[name] = definition
        return definition
    }

    private func add() -> Int {
        samples.append(SchemaSample())
        return samples.count - 1
    }

    private func blank(_ sample: Int) -> ConfigNode {
        ConfigNode(
            kind: .scalar("", .plain), position: SourcePosition(file: "schema", line: 1, column: 1), isVerbatim: false,
            sampleID: sample)
    }
}
