import BotConfiguration
import PatternMatching

/// A check of a text that is not one of the message, such as a header, a field or a channel's name. It has its own scanner: what it finds is
/// not reported as a match in a message.
struct StandaloneTextCheck: Sendable {
    private let check: TextCheck
    private let scanner: TextScanner

    /// Reads the fields of `text` from the value of a key.
    static func read(_ node: ConfigNode, of key: String, part: String, _ compilation: CompilationContext) -> [StandaloneTextCheck]
    {
        guard var map = MapReader(node, "'\(key)'", compilation.diagnostics) else { return [] }
        let registrar = StandaloneScanRegistrar()
        let checks = TextFieldReader(registrar: registrar, part: part, compilation: compilation).tests(&map)
        map.finish()
        let scanner = registrar.scanner
        return checks.map { StandaloneTextCheck(check: TextCheck(part: part, kind: $0.kind), scanner: scanner) }
    }

    /// Returns why the check holds for a text; `nil` if it does not.
    ///
    /// - Parameter subject: The words for the text before what was found in it: `'ticket' is 'A-7', which has`.
    func reason(in text: String, _ subject: String) -> Reason? {
        guard case .holds(let reason) = check.decide(TextScanResult(hits: [scanner.scan(text)]), in: text) else { return nil }
        return Reason(check.part, reason.found.text.map { "\(subject) '\($0.text)'" } ?? reason.detail)
    }
}
