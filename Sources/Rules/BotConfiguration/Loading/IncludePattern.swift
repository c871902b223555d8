import Foundation

/// A path pattern with `*` and `?` in its components, relative to the configuration's folder and never leading out of it.
struct IncludePattern {
    private let parts: [String]

    enum SyntaxError: Error { case absolute, leadsOut, empty }

    init(_ text: String) throws(SyntaxError) {
        if text.hasPrefix("/") || text.hasPrefix("~") { throw .absolute }
        let parts = text.split(separator: "/").map(String.init).filter { $0 != "." }
        if parts.contains("..") { throw .leadsOut }
        if parts.isEmpty { throw .empty }
        self.parts = parts
    }

    /// A Boolean value that indicates whether the pattern may match more than one path.
    var hasWildcards: Bool { parts.contains { $0.contains("*") || $0.contains("?") } }

    /// Returns the paths of matching entries relative to the folder, sorted. Hidden files match only if the pattern begins with a
    /// dot too.
    func matches(in folder: URL, limit: Int) -> [String] {
        var found = [""]
        for (index, part) in parts.enumerated() {
            found = found.flatMap { parent in
                let children = (try? FileManager.default.contentsOfDirectory(atPath: folder.appending(path: parent).path)) ?? []
                return children.sorted().filter { ($0.first != "." || part.first == ".") && Self.matches($0, part) }
                    .map { parent.isEmpty ? $0 : parent + "/" + $0 }
            }
            if index < parts.count - 1 { found = Array(found.prefix(limit)) }
        }
        return found.sorted()
    }

    /// Returns whether a path matches the pattern.
    func fits(_ path: String) -> Bool {
        let names = path.split(separator: "/").map(String.init)
        return names.count == parts.count
            && zip(names, parts).allSatisfy { ($0.first != "." || $1.first == ".") && Self.matches($0, $1) }
    }

    /// Returns whether a name matches a pattern. On a mismatch only the last `*` is extended by one character.
    static func matches(_ name: String, _ pattern: String) -> Bool {
        let name = Array(name), pattern = Array(pattern)
        var n = 0, p = 0
        var star: (pattern: Int, name: Int)?
        while n < name.count {
            if p < pattern.count, pattern[p] == "*" {
                star = (p, n)
                p += 1
            } else if p < pattern.count, pattern[p] == "?" || pattern[p] == name[n] {
                (n, p) = (n + 1, p + 1)
            } else if let last = star {
                star = (last.pattern, last.name + 1)
                (n, p) = (last.name + 1, last.pattern + 1)
            } else {
                return false
            }
        }
        return pattern[p...].allSatisfy { $0 == "*" }
    }
}
