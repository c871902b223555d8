import BotConfiguration
import Foundation

/// `set: { var, value | append, scope: event | user | channel | clan, ttl }`: stores a value under a name, for this event's other rules
/// or for later; `append` adds a line to what is stored.
struct SetAction: ParsableAction {
    static let name = "set"

    private let variable: String
    private let value: Template
    private let isQuoting: Bool
    /// The scope of the variable; `nil` if it lasts only for this event.
    private let scope: SubjectScope?
    private let lifetime: Double?  // Seconds.

    private let isAppended: Bool

    static let maxValueLength = 500  // Characters: a variable holds a word or a name, not a document.
    private static let maxLinesLength = 3000  // Characters, which fit in one message; beyond them the oldest lines are dropped.

    init?(_ keyword: KeywordNode, _ compilation: CompilationContext) {
        let diagnostics = compilation.diagnostics
        guard let argument = keyword.argument(diagnostics), var map = MapReader(argument, "'set'", diagnostics) else {
            return nil
        }
        let before = diagnostics.errors
        let nameNode = map.require("var", "The variable's name.")
        let line = map.take("append", "A line to add to the value.")
        let valueNode = line == nil ? map.require("value", "The value.") : map.take("value", "The value.")
        if let line, valueNode != nil {
            diagnostics.error("contradiction", "'set' takes either 'value' or 'append'", at: line.position)
        }
        let (value, isQuoting) = compilation.reading { (line ?? valueNode).flatMap { Template($0, compilation) } }
        let scopeNode = map.take("scope", "The scope: event (default), user, channel, clan, or a sum.")
        let ttl = map.take("ttl", "The time after which the value is deleted.")
        lifetime = ttl?.duration(diagnostics).map { $0 / .seconds(1) }
        map.finish()
        if scopeNode?.isWord("event", diagnostics) == true {
            scope = nil
        } else {
            scope = scopeNode.flatMap { SubjectScope($0, diagnostics) }
        }
        if diagnostics.errors == before, scope == nil, let ttl {
            diagnostics.error("contradiction", "an event variable takes no 'ttl': it ends with the event", at: ttl.position)
        }
        guard let nameNode, let variable = nameNode.text(diagnostics), let value else { return nil }
        Self.checkName(variable, at: nameNode.position, diagnostics)
        guard diagnostics.errors == before else { return nil }
        self.variable = variable
        self.value = value
        self.isQuoting = isQuoting
        isAppended = line != nil
    }

    /// Reports an error for a name that no template could show.
    static func checkName(_ name: String, at position: SourcePosition, _ diagnostics: DiagnosticCollector) {
        guard TemplatePath("vars.\(name)") == nil else { return }
        diagnostics.error("bad-name", "a variable's name has letters, digits, '-' and '_'", at: position)
    }

    /// A Boolean value that indicates whether the value outlives the event and can be read in other channels.
    private var leavesChannel: Bool { scope.map { !$0.contains(.channel) } ?? false }

    var exposures: [Exposure] { isQuoting && leavesChannel ? [.variable(variable)] : [] }

    func perform(_ context: inout ActionContext) {
        let whole = context.write(for: leavesChannel ? .anyone : nil) { value.text($0) }
        let text = String(whole.prefix(Self.maxValueLength))
        guard let scope else {
            context.facts.variables[variable] = isAppended ? Self.lines(context.facts.variableOfEvent(variable), text) : text
            return
        }
        if isQuoting, leavesChannel, let refusal = context.refusalToShow() {
            return context.remark("not stored: \(refusal)")
        }
        var entry = StateEntry(at: context.facts.now)
        let key = StateKey(.variable, variable, context.facts.subject(scope))
        entry.text = isAppended ? Self.lines(context.facts.stateEntry(key)?.text, text) : text
        entry.until = lifetime.map { context.facts.now.addingTimeInterval($0) }
        context.change(key, .set(entry))
    }

    /// Returns the stored lines with another one, without the oldest lines that have no room.
    private static func lines(_ stored: String?, _ line: String) -> String {
        var lines = (stored ?? "").split(separator: "\n").map(String.init) + [line]
        var length = lines.reduce(0) { $0 + $1.count + 1 }
        while length > maxLinesLength, lines.count > 1 { length -= lines.removeFirst().count + 1 }
        return lines.joined(separator: "\n")
    }
}
