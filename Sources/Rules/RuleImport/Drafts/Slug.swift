import Foundation

/// A name in lower-case ASCII letters, digits and dashes.
struct Slug: Hashable {
    let text: String

    private static let maxLength = 48

    /// - Parameter fallback: The name for texts without such letters.
    init(_ source: String, fallback: String = "x") {
        var text = ""
        for scalar in source.prefix(200).lowercased().decomposedStringWithCanonicalMapping.unicodeScalars {
            guard text.utf8.count < Self.maxLength else { break }
            if ("a"..."z").contains(scalar) || ("0"..."9").contains(scalar) {
                text.unicodeScalars.append(scalar)
            } else if scalar == "đ" {
                text.append("d")
            } else if !text.isEmpty, text.last != "-", !scalar.properties.isDiacritic,
                scalar.properties.generalCategory != .nonspacingMark
            {
                text.append("-")
            }
        }
        while text.last == "-" { text.removeLast() }
        self.text = text.isEmpty ? fallback : text
    }
}
