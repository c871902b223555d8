import BotConfiguration
import ChatModel

/// Finds notations of other programs in the text of a template. They would be shown to users as they are written.
struct TemplateReview {
    private let node: ConfigNode
    private let text: String
    private let compilation: CompilationContext

    private static let codeMark: Character = "`"

    init(_ node: ConfigNode, _ text: String, _ compilation: CompilationContext) {
        self.node = node
        self.text = text
        self.compilation = compilation
    }

    func run() {
        warnOfComment()
        if text.contains("{%") { warnOfStatement() }
        if text.contains("{") || text.contains("%") { warnOfPlaceholders() }
        if text.contains("@") || text.contains("<#") { warnOfMentions() }
        if text.contains("#") { warnOfChannelName() }
    }

    /// YAML ends an unquoted text at ` #`.
    private func warnOfComment() {
        guard let comment = node.comment, let first = comment.text.dropFirst().first, first.isLetter || first.isNumber else {
            return
        }
        compilation.diagnostics.warning(
            "cut-by-comment", "the text ends before '#', which begins a comment here", at: comment.position,
            suggestion: "put quotes around the text: \(ConfigNode.quoted("\(text) \(comment.text)"))")
    }

    private func warnOfStatement() {
        guard let statement = text.firstMatch(of: /\{%.*?%\}/) else { return }
        warn(
            "foreign-statement", "a template has no statements such as '\(statement.output)'", statement.range,
            "use the action if: { when: …, then: … }, and write the values alone: {{ author.name }}")
    }

    /// Warns of `{author.name}`, `${author.name}` and `%user%`, if the name is that of a value.
    private func warnOfPlaceholders() {
        for found in text.matches(of: /\$?\{ *([@\w.]+) *\}|%([@\w.]+)%/) {
            guard let name = (found.output.1 ?? found.output.2).map(String.init), !isInBraces(found.range),
                !isLiteral(found.range)
            else { continue }
            let path = TemplatePath(name).map { _ in name } ?? ValueSynonyms.meant(by: name)
            guard let path else { continue }
            warn(
                "foreign-placeholder", "'\(found.output.0)' is shown as it is written: values are in double braces", found.range,
                "write {{ \(path) }}")
        }
    }

    /// Warns of `@{{ author.name }}`, `<@id>` and `<#id>`.
    private func warnOfMentions() {
        for found in text.matches(of: /@\{\{ *(author|target)(?:\.name|\.username)? *(?:\| *mention *)?\}\}/) {
            guard !isLiteral(found.range), !isWithinWord(found.range.lowerBound), text[..<found.range.lowerBound].last != "<"
            else {
                continue
            }
            warn(
                "foreign-mention", "an '@' before a value notifies nobody", found.range,
                "write {{ \(found.output.1) | mention }}, without the '@'")
        }
        for found in text.matches(of: /<(@!?|@&|#)(\d{5,}|\{\{.*?\}\})>/) where !isLiteral(found.range) {
            let isChannel = found.output.1 == "#"
            let value = isChannel ? "{{ channel | link }}" : found.output.2.contains("target") ? "{{ target | mention }}" : nil
            warn(
                "foreign-mention", "'\(found.output.0)' is shown as it is written", found.range,
                "write \(value ?? "{{ author | mention }}")")
        }
    }

    /// Warns of `#general` in a rule of that channel, where the event's channel can be linked.
    private func warnOfChannelName() {
        guard let channel = compilation.onlyChannel else { return }
        let names = compilation.names.all.filter { $0.kind == .channels && ChannelID($0.id) == channel }.map(\.name)
        for found in text.matches(of: /#([\w.-]*\w)/) where names.contains(String(found.output.1)) {
            guard !isLiteral(found.range), !isWithinWord(found.range.lowerBound) else { continue }
            warn("no-channel-link", "'\(found.output.0)' in a text is no link", found.range, "write {{ channel | link }}")
        }
    }

    /// Returns whether a range is within the double braces of a value.
    private func isInBraces(_ range: Range<String.Index>) -> Bool {
        text[..<range.lowerBound].last == "{" || text[range.upperBound...].first == "}"
    }

    /// Returns whether a range is part of code, or of the usage of a command: `*greet {user}`.
    private func isLiteral(_ range: Range<String.Index>) -> Bool {
        let before = text[..<range.lowerBound]
        if !before.count(where: { $0 == Self.codeMark }).isMultiple(of: 2) { return true }
        let line = before.suffix(while: { $0 != "\n" })
        return line.firstMatch(of: /(?i)\busage\b|(?:^|\s)[*!\/.?][\w-]+\s/) != nil
    }

    private func isWithinWord(_ index: String.Index) -> Bool {
        text[..<index].last.map { $0.isLetter || $0.isNumber || $0 == "/" || $0 == "#" } ?? false
    }

    private func warn(_ code: String, _ message: String, _ range: Range<String.Index>, _ suggestion: String) {
        let offset = text[..<range.lowerBound].unicodeScalars.count
        let length = text[range].unicodeScalars.count
        compilation.diagnostics.warning(
            code, message, at: node.position(ofScalarAt: offset, length: length), suggestion: suggestion)
    }
}

extension StringProtocol {
    /// Returns the longest end of the text whose characters all satisfy a condition.
    fileprivate func suffix(while isIncluded: (Character) -> Bool) -> SubSequence {
        self[(lastIndex { !isIncluded($0) }.map(index(after:)) ?? startIndex)...]
    }
}
