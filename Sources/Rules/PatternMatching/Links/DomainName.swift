import Foundation
import TextFolding

/// A host name in the normalized form that domain lists use.
package struct DomainName: Hashable, Sendable, CustomStringConvertible {
    /// The name in lower case and composed form, with `xn--` labels decoded, without a trailing dot and a leading `www.`.
    package let name: String
    /// The name as a reader perceives it: `pаypal.com` with a Cyrillic letter looks like `paypal.com`.
    package let skeleton: String
    let labels: [Substring]

    private static let maxLength = 253
    private static let appearance = Folding(.forPatterns)

    /// Creates a domain name; `nil` if the text cannot be one.
    package init?(_ text: some StringProtocol) {
        var normal = Self.normalized(text)
        while normal.last == "." { normal.removeLast() }
        if normal.hasPrefix("www."), normal.count(where: { $0 == "." }) > 1 { normal = String(normal.dropFirst(4)) }
        guard !normal.isEmpty, normal.unicodeScalars.count <= Self.maxLength else { return nil }
        let decoded = normal.split(separator: ".", omittingEmptySubsequences: false).map { label in
            label.hasPrefix("xn--") ? Punycode.decoded(label.dropFirst(4)) ?? String(label) : String(label)
        }
        guard decoded.allSatisfy(Self.isLabel) else { return nil }
        name = decoded.joined(separator: ".")
        skeleton = name.utf8.allSatisfy { $0 < 0x80 } ? name : String(decoding: Self.appearance(name), as: UTF8.self)
        labels = name.split(separator: ".")
    }

    /// Returns the text with every character replaced by the one that browsers read it as.
    private static func normalized(_ text: some StringProtocol) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars where !ScalarFolding.isInvisible(scalar) { result.append(LinkText.compatible(scalar)) }
        return String(result).lowercased().precomposedStringWithCanonicalMapping
    }

    private static func isLabel(_ label: String) -> Bool {
        (1...63).contains(label.unicodeScalars.count) && label.unicodeScalars.allSatisfy(LinkText.isHostCharacter)
            && label.first != "-"
    }

    package var description: String { name }

    /// The last label, unless it is a number.
    var topLevel: Substring? { labels.count > 1 ? labels.last.flatMap { $0.allSatisfy(\.isNumber) ? nil : $0 } : nil }

    /// The registered domain, as far as it can be derived without the public suffix list: `example.com.vn` for
    /// `a.example.com.vn`.
    package var registered: String {
        guard let topLevel, labels.count > 2 else { return name }
        let second = labels[labels.count - 2]
        let isRegistry = topLevel.count == 2 && Self.registries.contains(String(second))
        return labels.suffix(isRegistry ? 3 : 2).joined(separator: ".")
    }

    private static let registries: Set<String> = [
        "com", "net", "org", "edu", "gov", "co", "ac", "or", "ne", "go", "info", "biz", "name", "pro", "health", "io", "ai", "id",
    ]
}
