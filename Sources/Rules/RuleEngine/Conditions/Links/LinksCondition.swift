import BotConfiguration
import ChatModel
import PatternMatching

/// `links: { any, domain_in, domain_not_in, invite, shortener, label_mismatch, scheme_in, count }`. Each field narrows the set of
/// links, and at least one link must remain: `{ shortener: true, scheme_in: [http] }` requires one link that is both. `count`
/// compares the number of remaining links, which are available as `match.links`.
struct LinksCondition: ParsableCondition {
    static let name = "links"
    let checks: [FieldCheck]

    init?(_ node: ConfigNode, _ compilation: CompilationContext) {
        let diagnostics = compilation.diagnostics
        guard var fields = FieldReader(node, Self.name, compilation) else { return nil }
        compilation.requirements.looksForLinks = true
        let any = fields.take("any", "Whether there is any link.")?.truth(diagnostics)
        var filters: [LinkFilter] = []
        func add(_ field: String, _ fits: @escaping @Sendable (FoundLink) -> Bool) {
            filters.append(LinkFilter(part: "\(Self.name).\(field)", fits: fits))
        }
        func truth(_ field: String, _ node: ConfigNode?, _ value: @escaping @Sendable (FoundLink) -> Bool) {
            if let wanted = node?.truth(diagnostics) { add(field) { value($0) == wanted } }
        }
        let reader = DomainsReader(compilation: compilation)
        if let domains = fields.take(
            "domain_in", "A list of kind `domains`, or domains: the link leads, or appears to lead, to one of them."
        )
        .flatMap(reader.domains) {
            add("domain_in") { domains.containsLookalike($0.host) }
            fields.note(domains.examples, of: "domain_in")
        }
        if let domains = fields.take("domain_not_in", "A list of kind `domains`, or domains: the link leads to none of them.")
            .flatMap(reader.domains)
        {
            add("domain_not_in") { !domains.contains($0.host) }
        }
        truth("invite", fields.take("invite", "Whether the link is an invitation to another group or server.")) { $0.isInvite }
        truth("shortener", fields.take("shortener", "Whether the link uses a URL shortener such as bit.ly.")) { $0.isShortener }
        truth(
            "label_mismatch", fields.take("label_mismatch", "Whether the link's text shows another address than its destination.")
        ) {
            $0.isMislabelled
        }
        if let items = fields.items(
            "scheme_in", "The link's scheme, for example `[http, ftp]`; a link without a scheme counts as https.")
        {
            let schemes = Set(items.compactMap { $0.text(diagnostics) }.map { $0.lowercased().prefix { $0 != ":" } })
            add("scheme_in") { schemes.contains(($0.scheme ?? "https")[...]) }
        }
        let count = fields.take("count", "The number of remaining links, for example `> 3`.").flatMap {
            [fields] in fields.threshold("count", .count, $0)
        }
        if any == false, !filters.isEmpty || count != nil {
            diagnostics.error(
                "never-true", "'any: false' cannot be combined with other fields", at: node.position,
                suggestion: "write not: { links: … }")
        }
        fields.add(any: any, filters, count)
        guard let checks = fields.finish() else { return nil }
        self.checks = checks
    }
}

/// The links that one field selects.
private struct LinkFilter: Sendable {
    /// The part that the results name: `links.shortener`.
    let part: String
    let fits: @Sendable (FoundLink) -> Bool
}

extension FieldReader {
    fileprivate mutating func add(any: Bool?, _ filters: [LinkFilter], _ threshold: ConditionThreshold?) {
        let count = threshold?.comparison
        guard any != nil || count != nil || !filters.isEmpty else { return }
        let parts = (any: part("any"), count: part("count"))
        if any == false {
            return add(
                FieldCheck([parts.any], meaning: .numbers(.links, NumberSet(0...0))) { facts in
                    guard let link = facts.links.first else { return .holds(Reason(parts.any, "there are no links")) }
                    return .fails(parts.any, "there is a link to \(link.host)")
                })
        }
        // Without a lower bound, a text without links may satisfy the condition.
        let needsLink = any == true || !filters.isEmpty || count.map { !$0.holds(0) } ?? false
        let named = (any == nil ? [] : [parts.any]) + filters.map(\.part) + (count == nil ? [] : [parts.count])
        let least = any == true ? Formula.numbers(.links, .atLeast(1)) : .always
        let meaning = filters.isEmpty ? Formula.all([least] + (count.map { [.numbers(.links, $0)] } ?? [])) : nil
        add(
            FieldCheck(
                named, needed: needsLink ? [.link] : nil, detailKinds: .links, meaning: meaning,
                threshold: threshold.map { threshold in
                    MeasuredThreshold(threshold: threshold) { facts in
                        let left = filters.reduce(facts.links) { links, filter in links.filter(filter.fits) }
                        return left.isEmpty && !filters.isEmpty ? nil : Double(left.count)
                    }
                }
            ) { facts in
                var links = facts.links
                if links.isEmpty, any == true { return .fails(parts.any, "there are no links") }
                for filter in filters {
                    let left = links.filter(filter.fits)
                    guard !left.isEmpty else { return .fails(filter.part, Self.miss(links)) }
                    links = left
                }
                let found = MatchDetails(links: links.map(MatchDetails.FoundLink.init))
                if let count { return count.decide(parts.count, .count(links.count), found: found) }
                return .holds(Reason(filters.first?.part ?? parts.any, links.first?.host.name ?? "", found: found))
            }, requiring: .numbers(.links, .atLeast(1)))
    }

    private static func miss(_ links: [FoundLink]) -> String {
        switch links.count {
        case 0: "there are no links"
        case 1: "\(links[0].host) does not match"
        default: "none of \(links.count) matches"
        }
    }
}

extension MatchDetails.FoundLink {
    fileprivate init(_ link: FoundLink) {
        self.init(url: link.text, domain: link.host.name, scheme: link.scheme ?? "https")
    }
}

extension Facts {
    /// The links in the event's text.
    var links: [FoundLink] { hits.links ?? message.map { LinkFinder.links(in: $0.content) } ?? [] }
}
