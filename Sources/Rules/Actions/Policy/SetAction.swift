import BotConfig
import Foundation

/// `set: { var, value, scope: event | user | channel | clan, ttl }`: stores a value under a name, for this event's other rules or
/// for later.
struct SetAction: ParsableAction {
    static let name = "set"

    private let variable: String
    private let value: Template
    private let isQuoting: Bool
    /// The scope of the variable; `nil` if it lasts only for this event.
    private let scope: SubjectScope?
    private let life: Double?  // Seconds.

    private static let longestValue = 500  // Characters: a variable holds a word or a name, not a document.

    init?(_ word: KeywordNode, _ compilation: CompilationContext) {
        let findings = compilation.findings
        guard let argument = word.argument(findings), var map = MapReader(argument, "'set'", findings) else { return nil }
        let before = findings.errors
        let nameNode = map.require("var", "The variable's name.")
        let (value, isQuoting) = compilation.reading { map.require("value", "The value.").flatMap { Template($0, compilation) } }
        let scopeNode = map.take("scope", "The scope: event (default), user, channel, clan, or a sum.")
        let ttl = map.take("ttl", "The time after which the value is deleted.")
        life = ttl?.duration(findings).map { $0 / .seconds(1) }
        map.finish()
        if scopeNode?.isWord("event", findings) == true {
            scope = nil
        } else {
            scope = scopeNode.flatMap { SubjectScope($0, findings) }
        }
        if findings.errors == before, scope == nil, let ttl {
            findings.error("contradiction", "an event variable takes no 'ttl': it ends with the event", at: ttl.position)
        }
        guard let nameNode, let variable = nameNode.text(findings), let value else { return nil }
        if TemplatePath("vars.\(variable)") == nil {
            findings.error("bad-name", "a variable's name has letters, digits, '-' and '_'", at: nameNode.position)
        }
        guard findings.errors == before else { return nil }
        self.variable = variable
        self.value = value
        self.isQuoting = isQuoting
    }

    func perform(_ scene: inout ActionContext) {
        // A value that outlives the event can be read in other channels, unless its scope is the channel.
        let leavesPlace = scope.map { !$0.contains(.channel) } ?? false
        let whole = scene.write(for: leavesPlace ? .anyone : nil) { value.text($0) }
        let text = String(whole.prefix(Self.longestValue))
        guard let scope else {
            scene.facts.variables[variable] = text
            return
        }
        if isQuoting, leavesPlace, let refusal = scene.refusalToShow() {
            return scene.remark("not stored: \(refusal)")
        }
        var memo = StateEntry(at: scene.facts.now)
        memo.text = text
        memo.until = life.map { scene.facts.now.addingTimeInterval($0) }
        scene.change(StateKey(.variable, variable, scene.facts.subject(scope)), .set(memo))
    }
}
