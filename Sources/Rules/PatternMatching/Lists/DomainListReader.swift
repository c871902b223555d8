/// Reads a list of domains, one per line. A leading `*.` has no effect.
package struct DomainListReader {
    package private(set) var domains = DomainList()
    package private(set) var problems: [ListError]

    /// - Parameter bytes: The contents of the file.
    package init(_ bytes: [UInt8]) {
        let lines = LineListReader(bytes)
        problems = lines.problems
        var known: [String: Int] = [:]
        for entry in lines.entries {
            guard let domain = Self.domain(entry.text) else {
                problems.append(Self.error(of: entry))
                continue
            }
            if let line = known[domain.name] {
                problems.append(
                    ListError(
                        code: .duplicate, message: "'\(domain.name)' is already in line \(line)", line: entry.line,
                        column: entry.column, length: entry.text.unicodeScalars.count))
            }
            known[domain.name] = known[domain.name] ?? entry.line
            domains.insert(domain)
        }
    }

    /// Parses one entry, also for lists written in a rule; `nil` if it is not a domain.
    package static func domain(_ text: String) -> DomainName? {
        let name = DomainName(text.hasPrefix("*.") ? text.dropFirst(2) : text[...])
        return name?.topLevel == nil ? nil : name
    }

    private static func error(of entry: ListEntry) -> ListError {
        let isTopLevel = !entry.text.contains(".") && DomainName(entry.text) != nil
        let host = LinkFinder.links(in: entry.text).first?.host.name
        return ListError(
            code: .notDomain,
            message: isTopLevel
                ? "'\(entry.text)' is a top-level domain, not a registered one" : "'\(entry.text)' is not a domain",
            line: entry.line, column: entry.column, length: entry.text.unicodeScalars.count,
            suggestion: host.map { "write \($0)" })
    }
}
