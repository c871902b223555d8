import Foundation

/// A normalizer that makes links to the same page equal.
enum LinkNormalizer {
    private static let maxLinks = 10  // Per message.
    private static let maxBytes = 300

    static func all(in text: String) -> [String] {
        let links = text.split(whereSeparator: \.isWhitespace).compactMap { word -> String? in
            guard
                let start = word.range(of: "http://", options: .caseInsensitive)
                    ?? word.range(of: "https://", options: .caseInsensitive)
            else { return nil }
            return form(word[start.lowerBound...])
        }
        var seen: Set<String> = []
        return Array(links.filter { seen.insert($0).inserted }.prefix(maxLinks))
    }

    /// Removes the scheme, `www.`, tracking parameters, a trailing slash and trailing punctuation.
    static func form(_ word: Substring) -> String? {
        let ends: Set<Character> = [".", ",", ";", ":", "!", "?", ")", "]", ">", "\"", "'", "”", "»"]
        let bare = word.reversed().drop { ends.contains($0) }.reversed()
        guard let parts = URLComponents(string: String(bare)), let host = parts.host?.lowercased(), host.contains(".") else {
            return nil
        }
        let path =
            parts.percentEncodedPath.hasSuffix("/") ? String(parts.percentEncodedPath.dropLast()) : parts.percentEncodedPath
        let query = (parts.percentEncodedQuery ?? "").split(separator: "&").filter { !countsVisitors($0) }.sorted()
        let port = parts.port.map { [80, 443].contains($0) ? "" : ":\($0)" } ?? ""
        let form =
            (host.hasPrefix("www.") ? String(host.dropFirst(4)) : host) + port + path
            + (query.isEmpty ? "" : "?" + query.joined(separator: "&"))
        return form.utf8.count <= maxBytes ? form : nil
    }

    private static func countsVisitors(_ item: Substring) -> Bool {
        let name = item.prefix { $0 != "=" }.lowercased()
        return name.hasPrefix("utm_") || ["fbclid", "gclid", "si", "igshid", "ref"].contains(name)
    }
}
