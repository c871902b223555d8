import BotConfiguration

/// A rule while it is translated.
struct RuleDraft: Sendable {
    /// The name for the id, which becomes unique when the file is written.
    var name: String
    var title = ""
    var isDisabled = false
    var priority = 0
    var triggers: [RuleNode] = []
    /// The entries of `in`.
    var scope: [RuleNode.Entry] = []
    /// The entries of `except`.
    var exemptions: [RuleNode.Entry] = []
    /// The conditions, all of which must hold.
    var conditions: [RuleNode] = []
    var actions: [RuleNode] = []
    var cooldown: RuleNode?
    private(set) var remarks: [ImportRemark] = []
    private static let maxRemarks = 40  // Nobody reads more about one rule.
    /// The place of the rule in its file.
    var position: SourcePosition

    init(name: String, at position: SourcePosition) {
        self.name = name
        self.position = position
    }

    /// A Boolean value that indicates whether everything that decides or acts was carried over.
    var isComplete: Bool { !remarks.contains { $0.kind == .gap } }

    /// Adds a remark, unless the rule has it already.
    mutating func note(_ remark: ImportRemark) {
        if remarks.count < Self.maxRemarks, !remarks.contains(remark) { remarks.append(remark) }
    }

    mutating func note(_ remarks: [ImportRemark]) { for remark in remarks { note(remark) } }

    /// The mode that is written; `nil` for the default, in which rules with sanctions only watch. A rule that would apply to more than
    /// its original must not run.
    var mode: String? { isDisabled || remarks.contains(where: \.isWidening) ? "disabled" : nil }

    /// Returns the rule as it is written.
    func node(id: String) -> RuleNode {
        var entries = [RuleNode.Entry(key: "id", value: .text(id))]
        func add(_ key: String, _ value: RuleNode?) { if let value { entries.append(RuleNode.Entry(key: key, value: value)) } }
        add("title", title.isEmpty ? nil : .text(title))
        add("mode", mode.map(RuleNode.word))
        add("priority", priority == 0 ? nil : .word("\(priority)"))
        add("trigger", triggers.count == 1 ? triggers.first : .list(triggers))
        add("in", scope.isEmpty ? nil : .map(scope))
        add("except", exemptions.isEmpty ? nil : .map(exemptions))
        add("when", conditions.count > 1 ? .list(conditions) : conditions.first)
        add("then", actions.isEmpty ? nil : .list(actions))
        add("cooldown", cooldown)
        return .map(entries)
    }
}
