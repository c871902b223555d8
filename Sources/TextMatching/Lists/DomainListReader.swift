/// Reads a list of domains, one a line; `*.` before one says no more than the domain itself.
package struct DomainListReader {
    package private(set) var domains = DomainList()
    package private(set) var problems: [ListError]

    /// - Parameter bytes: what the file holds.
    package init(_ bytes: [UInt8]) {
        let lines = LineListReader(bytes)
        problems = lines.problems
        var known: [String: Int] = [:]
        for entry in lines.entries {
            guard let domain = Self.domain(entry.text) else {
                problems.append(Self.refusal(of: entry))
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

    /// One entry, as in a list that a rule writes out; `nil` where it is no domain.
    package static func domain(_ text: String) -> DomainName? {
        let name = DomainName(text.hasPrefix("*.") ? text.dropFirst(2) : text[...])
        return name?.topLevel == nil ? nil : name
    }

    private static func refusal(of entry: ListEntry) -> ListError {
        let isTopLevel = !entry.text.contains(".") && DomainName(entry.text) != nil
        let host = LinkFinder.links(in: entry.text).first?.host.name
        return ListError(
            code: .notDomain,
            message: isTopLevel ? "'\(entry.text)' is no domain that somebody registered" : "'\(entry.text)' is not a domain",
            line: entry.line, column: entry.column, length: entry.text.unicodeScalars.count,
            suggestion: host.map { "write \($0)" })
    }
}
