import Foundation

/// The text of the files that were read, for displaying lines with errors.
package struct SourceFiles: Hashable, Sendable {
    /// The folder of the files for display, as it was written; empty for the working directory.
    package var folder = ""
    private var lines: [String: [Substring]] = [:]
    private var secrets: [String: [WrittenSecret]] = [:]

    package init() {}

    /// The number of files that were read or could not be read.
    package var count: Int { lines.count }

    /// The texts by file name, with a reference in place of each secret that is written in the file.
    package var texts: [String: String] {
        Dictionary(
            uniqueKeysWithValues: lines.map { file, lines in
                let secrets = (secrets[file] ?? []).sorted { $1.position < $0.position }
                let shown = secrets.reduce(into: lines) { lines, secret in secret.replace(in: &lines) }
                return (file, shown.joined(separator: "\n"))
            })
    }

    /// Returns the path of a file for display.
    func path(of file: String) -> String { folder.isEmpty || file.hasPrefix("/") ? file : "\(folder)/\(file)" }

    /// The names of the files, sorted.
    package var names: [String] { lines.keys.sorted() }

    /// The first line of a file that may contain a secret, which no report shows; nil if there is none.
    package func firstSecretLine(of file: String) -> Int? {
        (lines[file] ?? []).enumerated().first { index, line in
            holdsSecret(index + 1, of: file) || Self.mayHoldToken(line)
        }.map { $0.offset + 1 }
    }

    func contains(_ file: String) -> Bool { lines[file] != nil }

    package mutating func add(_ file: String, text: String) {
        lines[file] = text.split(omittingEmptySubsequences: false) { $0.isNewline }
    }

    /// Adds a file that could not be read: it has no lines to display.
    mutating func add(unread file: String) { lines[file] = [] }

    /// Hides the lines of a secret from all reports, and the secret from the texts.
    mutating func hide(_ secret: WrittenSecret) { secrets[secret.position.file, default: []].append(secret) }

    private func holdsSecret(_ number: Int, of file: String) -> Bool {
        secrets[file]?.contains { $0.lines(in: lines[file] ?? []).contains(number) } ?? false
    }

    /// Returns a line by its number, counted from 1; `nil` if there is none or if it may contain a secret.
    package func line(_ number: Int, of file: String) -> String? {
        guard let lines = lines[file], lines.indices.contains(number - 1), !holdsSecret(number, of: file) else { return nil }
        let line = lines[number - 1]
        return Self.mayHoldToken(line) ? nil : String(line)
    }

    /// Returns whether a line may contain a token. This also covers files that cannot be parsed: a line that sets a token to
    /// anything but a `${…}` is never shown.
    private static func mayHoldToken(_ line: Substring) -> Bool {
        guard let key = line.range(of: "token") else { return false }
        let rest = line[key.upperBound...].drop { $0 == "\"" || $0 == "'" || $0 == " " || $0 == "\t" }
        guard rest.first == ":" else { return false }
        let value = rest.dropFirst().drop { $0 == "\"" || $0 == "'" || $0 == " " || $0 == "\t" }
        return !value.isEmpty && !value.hasPrefix("${")
    }
}
