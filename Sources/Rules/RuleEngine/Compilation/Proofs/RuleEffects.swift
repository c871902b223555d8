import BotConfiguration
import ChatModel

/// The effects of a rule whenever its condition holds, as written: its actions before any wait, without conditions of their own.
struct RuleEffects {
    /// The extent to which the rule stops the rules after it.
    let stop: StopExtent?
    /// All actions, without what is inside of them.
    let actions: [JSONValue]
    /// A Boolean value that indicates whether doing all of it twice changes nothing.
    let isIdempotent: Bool
    /// The settings that the rule changes, with the value: `the role 'staff' of author` and `given`.
    private(set) var settings: [(subject: String, value: String)] = []

    /// A setting that a rule may override for some of the events of an earlier one: nobody notices the value in between.
    static let level = "the alert level"

    init(_ reviewed: Reviewed) {
        let items = reviewed.node.child("then")?.listItems ?? []
        actions = items.map(\.json)
        let names = items.map { $0.onlyEntry?.key ?? $0.scalarText ?? "" }
        isIdempotent = !names.isEmpty && names.allSatisfy(ActionOrderReview.idempotent.contains)
        let stops = items.compactMap { $0.child("stop")?.scalarText }.compactMap(StopExtent.init(rawValue:))
        // A rule beyond limits of its own stops nothing: those after it may be meant for that.
        let isReliable =
            reviewed.rule.mode == .enforce && reviewed.rule.cooldown == nil && reviewed.node.child("limits") == nil
        stop = isReliable ? stops.contains(.all) ? .all : stops.first { $0 == .stage } : nil
        for (name, item) in zip(names, items) {
            if name == "wait" { break }
            if let setting = Self.setting(name, item.onlyEntry?.value) { settings.append(setting) }
        }
    }

    private static func setting(_ name: String, _ value: ConfigNode?) -> (String, String)? {
        let receiver = value?.child("to")
        guard let whom = receiver == nil ? "author" : receiver?.scalarText else { return nil }
        let argument = value?.scalarText
        switch name {
        case "add_role", "remove_role":
            guard let role = argument ?? value?.child("role")?.scalarText else { return nil }
            return ("the role '\(role)' of \(whom)", name == "add_role" ? "given" : "taken")
        case "mute", "unmute": return ("the mute of \(whom)", name == "mute" ? "given" : "lifted")
        case "ban", "unban": return ("the ban of \(whom)", name == "ban" ? "given" : "lifted")
        case "set_level": return argument.map { (level, "set to \($0)") }
        default: return nil
        }
    }
}
