import BotConfiguration
import ChatModel
import Foundation

/// The name of scheduled actions, and the scope within which there is only one of that name.
struct ScheduledName: Hashable, Sendable {
    private let name: String
    private let scope: SubjectScope

    init(_ name: String) {
        self.name = name
        scope = [.user, .clan]
    }

    /// Takes the keys `name` and `per` out of a map; nil if there is no name.
    init?(_ map: inout MapReader, isRequired: Bool, _ compilation: CompilationContext) {
        let diagnostics = compilation.diagnostics
        let doc: StaticString = "The name under which `cancel` ends it, and a newer one replaces it."
        let node = isRequired ? map.require("name", doc) : map.take("name", doc)
        let per = map.take("per", "The scope of the name: user, channel, clan, or a sum (default: user).")
        if node == nil, let per {
            diagnostics.error("missing-key", "'per' needs a name", at: per.position, suggestion: "add name: …")
        }
        guard let name = node?.text(diagnostics) else { return nil }
        self.name = name
        scope = per.map { SubjectScope($0, diagnostics) ?? .user } ?? [.user, .clan]
    }

    /// Ends what was scheduled under the name. Returns whether there was anything.
    @discardableResult
    func end(_ context: inout ActionContext) -> Bool {
        let key = key(context)
        guard let entry = context.facts.stateEntry(key) else { return false }
        let parts = entry.text.split(separator: " ", maxSplits: 1).map(String.init)
        context.change(key, .forget)
        guard parts.count == 2 else { return false }
        context.endedWaits.append(EndedWait(rule: parts[0], wait: WaitID(parts[1])))
        context.remark("\(name) is cancelled")
        return true
    }

    func remember(_ wait: WaitID, until due: Date, _ context: inout ActionContext) {
        var entry = StateEntry(at: context.facts.now)
        entry.text = "\(context.rule.id) \(wait.text)"
        entry.until = due
        context.change(key(context), .set(entry))
    }

    private func key(_ context: ActionContext) -> StateKey {
        StateKey(.scheduled, name, context.facts.subject(scope))
    }
}
