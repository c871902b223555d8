import ChatModel

extension DiagnosticReport {
    /// Returns the report as GitHub workflow commands, which GitHub shows beside the changed lines:
    /// `::error file=…,line=…,col=…::message`.
    package func github() -> String {
        diagnostics.prefix(Self.limit).map { diagnostic in
            let position = diagnostic.position
            let properties = [
                ("file", sources.path(of: position.file)), ("line", "\(position.line)"), ("col", "\(position.column)"),
                ("endColumn", "\(position.column + position.length)"), ("title", diagnostic.code),
            ].map { "\($0.0)=\(Self.escaped($0.1, ["%", "\r", "\n", ":", ","]))" }
            let message = Self.escaped(diagnostic.sentence, ["%", "\r", "\n"])
            return "::\(diagnostic.severity) \(properties.joined(separator: ","))::\(message)"
        }.joined(separator: "\n")
    }

    /// Escapes characters by their code points, as GitHub's own toolkit does.
    private static func escaped(_ text: String, _ characters: Set<Unicode.Scalar>) -> String {
        text.unicodeScalars.reduce(into: "") { result, scalar in
            if characters.contains(scalar) {
                let code = String(scalar.value, radix: 16, uppercase: true)
                result += "%" + (code.count == 1 ? "0" : "") + code
            } else {
                result += String(scalar).terminalSafe
            }
        }
    }
}
