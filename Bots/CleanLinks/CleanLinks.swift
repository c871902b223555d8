import BotKit

/// Outgoing middleware that removes the tracking parameters from links: `?utm_source=…`, `&fbclid=…`.
struct CleanLinks: OutboundMiddleware {
    struct Options: BotOptions {
        /// The parameters that are removed; a name that ends with `*` stands for all that begin like it.
        var parameters = ["utm_*", "fbclid", "gclid", "mc_eid", "igshid"]
    }

    static let name = "clean_links"
    let options: Options

    func prepare(_ message: inout OutboundMessage) async throws -> Verdict {
        message.replace(
            message.text.split(whereSeparator: \.isWhitespace).compactMap { word in
                guard word.hasPrefix("https://") || word.hasPrefix("http://"), let clean = cleaned(word) else { return nil }
                return (word.startIndex..<word.endIndex, clean)
            })
        return .pass
    }

    /// Returns the link without the parameters, or nil if it has none of them.
    private func cleaned(_ link: Substring) -> String? {
        guard let mark = link.firstIndex(of: "?") else { return nil }
        let end = link[mark...].firstIndex(of: "#") ?? link.endIndex
        let all = link[link.index(after: mark)..<end].split(separator: "&", omittingEmptySubsequences: false)
        let kept = all.filter { !isTracking($0.prefix { $0 != "=" }) }
        guard kept.count < all.count else { return nil }
        return link[..<mark] + (kept.isEmpty ? "" : "?") + kept.joined(separator: "&") + link[end...]
    }

    private func isTracking(_ parameter: Substring) -> Bool {
        options.parameters.contains { $0.last == "*" ? parameter.hasPrefix($0.dropLast()) : parameter == $0 }
    }
}
