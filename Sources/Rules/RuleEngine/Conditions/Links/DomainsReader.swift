import BotConfiguration
import PatternMatching

/// Reads the name of a list of domains, or the domains themselves.
struct DomainsReader {
    let compilation: CompilationContext

    private var diagnostics: DiagnosticCollector { compilation.diagnostics }

    func domains(_ node: ConfigNode) -> DomainList? {
        if namesList(node) {
            guard let list = compilation.configuration.lists.list(node, of: .domains, diagnostics) else { return nil }
            return DomainList(list.items.compactMap { domain($0.text, at: $0.position) })
        }
        guard let items = node.items(diagnostics) else { return nil }
        return DomainList(items.compactMap { item in item.text(diagnostics).flatMap { domain($0, at: item.position) } })
    }

    /// A text without a dot is not a domain, so it is taken as the name of a list.
    private func namesList(_ node: ConfigNode) -> Bool {
        guard let text = node.scalarText else { return false }
        return !text.contains(".") || compilation.configuration.lists.all.contains { $0.name == text }
    }

    private func domain(_ text: String, at position: SourcePosition) -> DomainName? {
        if let domain = DomainName(entry: text) { return domain }
        let host = LinkFinder.links(in: text).first?.host.name
        diagnostics.error(
            "bad-domain", "'\(text)' is not a domain", at: position, suggestion: host.map { "write \($0)" } ?? "write example.com"
        )
        return nil
    }
}
