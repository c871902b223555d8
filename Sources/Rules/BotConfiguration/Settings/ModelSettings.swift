package import TextClassification

/// A trained classifier of texts: `models: { spam: { file: models/spam.model } }`.
package struct ModelSettings: Named {
    package static let noun = "model"

    package var name: String
    package var position: SourcePosition
    /// The classifier; `nil` if its file could not be read, which is reported.
    package var classifier: TextClassifier?
    /// The lists of words that the classifier weighs, in its order.
    package var lists: [ListSettings] = []
}

extension ModelSettings {
    /// - Parameter lists: All lists, of which the file of the classifier names some.
    init?(_ entry: ConfigNode.Entry, lists: Lists, from files: inout FileSet, _ diagnostics: DiagnosticCollector) {
        guard var map = MapReader(entry.value, "a model", diagnostics) else { return nil }
        let file = map.require(
            "file", "The file inside this folder that `mezon-bot rules learn` has written.",
            write: "file: models/\(entry.key).model")
        map.finish()
        name = entry.key
        position = entry.keyPosition
        guard let file, let path = file.text(diagnostics) else { return }
        let training = TrainingCommand(output: path, config: files.root ?? "config.yaml")
        guard let text = files.text(of: path, namedAt: file.position, orCreate: "train it: \(training)", diagnostics) else {
            return
        }
        do throws(TextClassifier.FileError) {
            let classifier = try TextClassifier(file: text)
            self.classifier = classifier
            self.lists = Self.lists(of: classifier, among: lists, training, at: file.position, diagnostics)
        } catch {
            let trained = TextClassifier.lists(inFile: text).filter(lists.hasWords)
            diagnostics.error(
                "bad-model", error.message, at: SourcePosition(file: path, line: error.line, column: 1),
                suggestion: "train it again: \(training.description(lists: trained, replacing: true))")
        }
    }

    /// Returns the lists that a classifier weighs, and reports those that are missing or not as they were when it was trained.
    private static func lists(
        of classifier: TextClassifier, among all: Lists, _ training: TrainingCommand, at position: SourcePosition,
        _ diagnostics: DiagnosticCollector
    ) -> [ListSettings] {
        let command = training.description(lists: classifier.lists.map(\.name).filter(all.hasWords), replacing: true)
        return classifier.lists.compactMap { feature in
            let name = feature.name
            guard all.hasWords(named: name) else {
                let kind = all.all.first { $0.name == name }?.kind
                diagnostics.error(
                    "missing-list",
                    kind.map { "the model weighs the list of words '\(name)', which is of kind \($0.rawValue)" }
                        ?? "the model weighs the list '\(name)', and the configuration has no such list", at: position,
                    suggestion: "write the list under 'lists', as it was, or train the model without it: \(command)")
                return nil
            }
            let node = ConfigNode(kind: .scalar(name, .quoted), position: position)
            guard let list = all.list(node, of: .words, diagnostics) else { return nil }
            if list.fingerprint != feature.fingerprint, !list.items.isEmpty {
                diagnostics.warning(
                    "list-changed", "the list '\(name)' has changed since this model was trained with it", at: position,
                    suggestion: "train it again: \(command)")
            }
            return list
        }
    }
}
