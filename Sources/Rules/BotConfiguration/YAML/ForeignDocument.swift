import ChatModel

/// Reads documents of other programs, in YAML or JSON, with the limits that hold for configurations.
///
/// As other readers do, it takes any scalar for a key and the last of duplicate keys.
package enum ForeignDocument {
    /// The maximum size of a file in bytes.
    package static let maxBytes = LoadBudget.fileBytes

    /// Returns whether a file is small enough to be read; adds a diagnostic otherwise.
    package static func isWithinBudget(_ text: String, file: String, _ diagnostics: DiagnosticCollector) -> Bool {
        let limit =
            text.utf8.count > maxBytes
            ? "more than \(maxBytes) bytes"
            : NodeEstimate.upperBound(of: text) > LoadBudget.allNodes
                ? "more than \(LoadBudget.allNodes) keys, values and items" : nil
        guard let limit else { return true }
        diagnostics.error(
            "too-large", "the file has \(limit)", at: SourcePosition(file: file, line: 1, column: 1),
            suggestion: "split it into several files")
        return false
    }

    /// Returns the root node of a document; `nil`, with a diagnostic, if it cannot be read.
    ///
    /// - Parameter line: The line of the file on which the document begins.
    package static func read(
        _ text: String, file: String, line: Int = 1, _ diagnostics: DiagnosticCollector
    ) -> ConfigNode? {
        let own = DiagnosticCollector()
        let node = DocumentReader(file: file, diagnostics: own, isForeign: true).read(text)
        for var diagnostic in own.diagnostics where diagnostic.severity == .error {
            diagnostic.position.line += line - 1
            diagnostics.add(diagnostic)
        }
        return own.diagnostics.hasErrors ? nil : node?.moved(by: line - 1)
    }
}

extension ConfigNode {
    /// Returns the node with positions further down in the file.
    fileprivate func moved(by lines: Int) -> ConfigNode {
        guard lines > 0 else { return self }
        var node = self
        node.position.line += lines
        switch kind {
        case .scalar: break
        case .list(let items): node.kind = .list(items.map { $0.moved(by: lines) })
        case .map(let entries):
            node.kind = .map(
                entries.map { entry in
                    var entry = entry
                    entry.keyPosition.line += lines
                    entry.value = entry.value.moved(by: lines)
                    return entry
                })
        }
        return node
    }
}
