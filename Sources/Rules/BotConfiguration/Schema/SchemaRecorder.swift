/// A recorder that derives the configuration format from the readers: it observes them read a blank configuration and collects
/// every key, word and value that they accept.
///
/// The readers' own code is the declaration of the format, and a blank node records every query: `take` returns another blank
/// node, `text` records that a text is expected and returns none. If a reader has alternatives, such as the words of a condition,
/// each reading takes another one until all have been taken. A recursive definition is read once and referred to by name.
package final class SchemaRecorder {
    private(set) var sketches: [SchemaSample] = [SchemaSample()]
    private(set) var definitions: [String: Int] = [:]
    private var alternatives: [Alternative: Progress] = [:]
    /// The alternatives taken and the definitions read during the current reading.
    private var taken: [Alternative: Int] = [:]
    private var opened: Set<String> = []

    private struct Alternative: Hashable {
        let sketch: Int
        let question: String
    }

    private struct Progress {
        let ways: Int
        var next = 0
    }

    /// A limit well above what the format needs; an alternative that is never completed would otherwise cause an endless loop.
    private static let maxReads = 100_000

    package init() {}

    /// A Boolean value that indicates whether every alternative has been taken.
    package var isComplete: Bool { alternatives.values.allSatisfy { $0.next >= $0.ways } }

    /// Reads a blank configuration repeatedly until nothing new is recorded.
    package func explore(_ read: (ConfigNode, DiagnosticCollector) -> Void) {
        for _ in 0..<Self.maxReads {
            taken = [:]
            opened = []
            read(blank(0), DiagnosticCollector(recorder: self))
            if isComplete { return }
        }
    }

    func note(_ sketch: Int, _ change: (inout SchemaSample) -> Void) { change(&sketches[sketch]) }

    /// Returns the index of the alternative to take in this reading.
    func alternative(of ways: Int, at sketch: Int, _ question: String) -> Int {
        let fork = Alternative(sketch: sketch, question: question)
        if let way = taken[fork] { return way }
        var progress = alternatives[fork] ?? Progress(ways: max(1, ways))
        let way = progress.next % progress.ways
        progress.next += 1
        alternatives[fork] = progress
        taken[fork] = way
        return way
    }

    func key(_ name: String, of sketch: Int, _ doc: String, isRequired: Bool) -> ConfigNode {
        var keys = sketches[sketch].keys ?? []
        let index =
            keys.firstIndex { $0.name == name }
            ?? {
                keys.append(SchemaSample.Key(name: name, sketch: add(), doc: "", isRequired: false))
                return keys.count - 1
            }()
        if !doc.isEmpty { keys[index].doc = doc }
        if isRequired { keys[index].isRequired = true }
        sketches[sketch].keys = keys
        return blank(keys[index].sketch)
    }

    func word(_ name: String, of sketch: Int) -> ConfigNode {
        if let word = sketches[sketch].words.first(where: { $0.name == name }) { return blank(word.sketch) }
        let word = SchemaSample.Word(name: name, sketch: add())
        sketches[sketch].words.append(word)
        return blank(word.sketch)
    }

    func noteWord(_ name: String, of sketch: Int, _ change: (inout SchemaSample.Word) -> Void) {
        guard let index = sketches[sketch].words.firstIndex(where: { $0.name == name }) else { return }
        change(&sketches[sketch].words[index])
    }

    func item(of sketch: Int, isListOptional: Bool) -> ConfigNode {
        let item = sketches[sketch].item ?? add()
        sketches[sketch].item = item
        if isListOptional { sketches[sketch].isListOptional = true }
        return blank(item)
    }

    func entry(of sketch: Int) -> ConfigNode {
        let entry = sketches[sketch].entry ?? add()
        sketches[sketch].entry = entry
        return blank(entry)
    }

    /// Returns the blank node in which to read a definition; `nil` if it has been read in this reading.
    func definition(_ name: String, referredToBy sketch: Int) -> ConfigNode? {
        guard sketch != definitions[name] else { return blank(sketch) }
        let definition = refer(sketch, to: name)
        return opened.insert(name).inserted ? blank(definition) : nil
    }

    @discardableResult
    func refer(_ sketch: Int, to name: String) -> Int {
        sketches[sketch].reference = name
        let definition = definitions[name] ?? add()
        definitions[name] = definition
        return definition
    }

    private func add() -> Int {
        sketches.append(SchemaSample())
        return sketches.count - 1
    }

    private func blank(_ sketch: Int) -> ConfigNode {
        ConfigNode(
            kind: .scalar("", .plain), position: SourcePosition(file: "schema", line: 1, column: 1), isVerbatim: false,
            sampleID: sketch)
    }
}
