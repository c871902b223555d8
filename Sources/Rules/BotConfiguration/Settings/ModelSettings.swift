package import TextClassification

/// A trained classifier of texts: `models: { spam: { file: models/spam.model } }`.
package struct ModelSettings: Named {
    package static let noun = "model"

    package var name: String
    package var position: SourcePosition
    /// The classifier; `nil` if its file could not be read, which is reported.
    package var classifier: TextClassifier?
}

extension ModelSettings {
    init?(_ entry: ConfigNode.Entry, from files: inout FileSet, _ diagnostics: DiagnosticCollector) {
        guard var map = MapReader(entry.value, "a model", diagnostics) else { return nil }
        let file = map.require(
            "file", "The file inside this folder that `mezon-bot rules learn` has written.",
            write: "file: models/\(entry.key).model")
        map.finish()
        name = entry.key
        position = entry.keyPosition
        guard let file, let path = file.text(diagnostics),
            let text = files.text(of: path, namedAt: file.position, diagnostics)
        else { return }
        do throws(TextClassifier.FileError) {
            classifier = try TextClassifier(file: text)
        } catch {
            diagnostics.error(
                "bad-model", error.message, at: SourcePosition(file: path, line: error.line, column: 1),
                suggestion: "train it again: mezon-bot rules learn --output \(path)")
        }
    }
}
