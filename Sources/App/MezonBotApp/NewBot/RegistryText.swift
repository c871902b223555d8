/// Edits `Bots/Registry.swift`, which lists one bot per line.
enum RegistryText {
    static let file = "Bots/Registry.swift"

    /// Returns the text with one more bot, in alphabetical order.
    ///
    /// - Throws: `BotScaffoldError.cannotEdit`.
    static func adding(_ name: BotName, to text: String) throws(BotScaffoldError) -> String {
        let line = "    \(name.type).self,"
        var source = SourceLines(text)
        guard let start = source.lines.indices.first(where: { source.trimmed($0).hasSuffix("BotRegistry([") }),
            let end = source.lines.indices.dropFirst(start).first(where: { source.trimmed($0) == "])" })
        else {
            throw .cannotEdit(
                file: file, why: "does not list its bots one per line between `BotRegistry([` and `])`", add: "\(name.type).self,"
            )
        }
        let before = (start + 1..<end).last { index in
            let entry = source.trimmed(index).drop { $0 == " " }
            return entry.hasSuffix(".self,") && entry.dropLast(".self,".count) < name.type
        }
        source.insert(line, after: before ?? start)
        return source.text
    }
}
