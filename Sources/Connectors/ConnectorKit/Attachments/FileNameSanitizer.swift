/// Makes file names and media types from untrusted sources safe to pass on.
package enum FileNameSanitizer {
    private static let maxNameLength = 100  // Characters.

    /// Returns the last component of a path on one line, without invisible and bidirectional control characters.
    package static func name(_ text: String) -> String {
        let last = text.split { $0 == "/" || $0 == "\\" || $0.isNewline }.last ?? ""
        let seen = last.unicodeScalars.filter { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .unassigned, .privateUse, .surrogate: false
            default: true
            }
        }
        // Only the ends of a very long name are kept.
        let limit = 4 * maxNameLength
        let ends = seen.count > 2 * limit ? seen.prefix(limit) + seen.suffix(limit) : seen[...]
        let name = String(String.UnicodeScalarView(ends)).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let isName = name.contains { $0 != "." && $0 != " " }
        return isName ? String(shortened(name)) : "file"
    }

    /// Shortens a name but keeps its extension.
    private static func shortened(_ name: String) -> String {
        guard name.count > maxNameLength else { return bounded(name) }
        let ending = name.split(separator: ".").last.map { ".\($0)" } ?? ""
        guard ending.count <= 10, name.hasSuffix(ending) else { return bounded(String(name.prefix(maxNameLength))) }
        return bounded(name.prefix(maxNameLength - ending.count) + ending)
    }

    /// Limits the number of scalars, because a character may have hundreds of combining marks.
    private static func bounded(_ name: String) -> String {
        var scalars = name.unicodeScalars.prefix(2 * maxNameLength)
        while let last = scalars.last, last == " " { scalars = scalars.dropLast() }
        return String(String.UnicodeScalarView(scalars))
    }

    /// Returns a registered media type in lower case; nil for anything else, such as Mezon's own names for kinds of files.
    ///
    /// Types that a browser would execute become `application/octet-stream`, so that opening the URL saves the file.
    package static func mediaType(_ text: String?) -> String? {
        let words = text?.prefix { $0 != ";" }.split(whereSeparator: \.isWhitespace) ?? []
        guard words.count == 1, let type = words.first?.lowercased() else { return nil }
        let parts = type.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard parts.count == 2, type.utf8.count <= 100, trees.contains(String(decoding: parts[0], as: UTF8.self)),
            !parts[1].isEmpty,
            parts[1].allSatisfy({ (97...122).contains($0) || (48...57).contains($0) || ".+-_".utf8.contains($0) })
        else { return nil }
        let isRun = type.hasSuffix("html") || type.hasSuffix("xml") || type.contains("script")
        return isRun ? bytes : type
    }

    package static let bytes = "application/octet-stream"
    private static let trees: Set<String> = ["application", "audio", "font", "image", "model", "text", "video"]
}
