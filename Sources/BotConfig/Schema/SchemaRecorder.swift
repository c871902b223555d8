/// Watches readers read a blank configuration, and so learns every key, word and value that they know.
///
/// The readers' own code is the declaration of the format: a blank node answers every question by noting it. `take` hands out another blank,
/// `text` notes that a text belongs here and gives none. Where a reader takes several ways, such as the words of a condition, each reading
/// goes another one, until all have been gone. What contains itself is read once and referred to by name.
package final class SchemaRecorder {
    private(set) var sketches: [SchemaSample] = [SchemaSample()]
    private(set) var definitions: [String: Int] = [:]
    private var forks: [Alternative: Progress] = [:]
    /// The ways taken and the definitions read in the reading that is going on.
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

    /// Many times what the language needs today; a fork that is never done would otherwise go on for ever.
    private static let mostReadings = 100_000

    package init() {}

    /// Whether every way has been gone.
    package var isComplete: Bool { forks.values.allSatisfy { $0.next >= $0.ways } }

    /// Reads a blank configuration until there is nothing new to learn.
    package func explore(_ read: (ConfigNode, DiagnosticCollector) -> Void) {
        for _ in 0..<Self.mostReadings {
            taken = [:]
            opened = []
            read(blank(0), DiagnosticCollector(recorder: self))
            if isComplete { return }
        }
    }

    func note(_ sketch: Int, _ change: (inout SchemaSample) -> Void) { change(&sketches[sketch]) }

    /// The way to go this time, of so many.
    func way(of ways: Int, at sketch: Int, _ question: String) -> Int {
        let fork = Alternative(sketch: sketch, question: question)
        if let way = taken[fork] { return way }
        var progress = forks[fork] ?? Progress(ways: max(1, ways))
        let way = progress.next % progress.ways
        progress.next += 1
        forks[fork] = progress
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

    /// The blank in which to read a definition; `nil` where it has been read this time.
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
            kind: .scalar("", .plain), place: SourcePosition(file: "schema", line: 1, column: 1), isVerbatim: false,
            sketch: sketch)
    }
}
