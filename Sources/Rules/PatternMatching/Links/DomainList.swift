/// A set of domains with their subdomains: `evil.com` contains `a.evil.com`, but not `notevil.com`.
package struct DomainList: Hashable, Sendable {
    private var names: Set<String> = []
    private var skeletons: Set<String> = []

    package init() {}

    package init(_ domains: some Sequence<DomainName>) { for domain in domains { insert(domain) } }

    package var count: Int { names.count }
    /// A few of the domains.
    package var examples: [String] { Array(names.sorted().prefix(2)) }

    package mutating func insert(_ domain: DomainName) {
        names.insert(domain.name)
        skeletons.insert(domain.skeleton)
    }

    /// Returns whether a host belongs to one of the domains, for allow lists.
    package func contains(_ host: DomainName) -> Bool { Self.holds(names, host.name) }

    /// Returns whether a host belongs to one of the domains or resembles one, for deny lists.
    package func containsLookalike(_ host: DomainName) -> Bool { contains(host) || Self.holds(skeletons, host.skeleton) }

    private static func holds(_ domains: Set<String>, _ host: String) -> Bool {
        var rest = Substring(host)
        while true {
            if domains.contains(String(rest)) { return true }
            guard let dot = rest.firstIndex(of: ".") else { return false }
            rest = rest[rest.index(after: dot)...]
        }
    }
}

extension DomainName {
    /// Parses an entry of a list of domains, in which a leading `*.` has no effect; `nil` if it is not a registered domain.
    package init?(entry: String) {
        self.init(entry.hasPrefix("*.") ? entry.dropFirst(2) : entry[...])
        guard topLevel != nil else { return nil }
    }
}
