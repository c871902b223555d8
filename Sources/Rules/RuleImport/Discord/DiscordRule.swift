import BotConfiguration

/// A rule of Discord's AutoMod, as its API describes it.
struct DiscordRule {
    enum Trigger: Int {
        case keyword = 1
        case spam = 3
        case preset = 4
        case mentionSpam = 5
        case memberProfile = 6
    }

    enum Action {
        case block(message: String?)
        case alert(channel: String)
        case timeout(seconds: Int)
        case blockInteraction
        case unknown(Int)
    }

    var name: String
    /// The kind of trigger; `nil` for one that this import does not know.
    var trigger: Trigger?
    var isEnabled: Bool
    var keywords: [String]
    var patterns: [String]
    var allowed: [String]
    var presets: [Int]
    var mentionLimit: Int?
    var detectsMentionRaids: Bool
    var actions: [Action]
    var exemptRoles: [String]
    var exemptChannels: [String]
    var position: SourcePosition

    init?(_ node: ConfigNode, _ diagnostics: DiagnosticCollector) {
        guard var map = ForeignMap(node, "a rule", diagnostics) else { return nil }
        position = node.position
        name = map.text("name") ?? ""
        guard let kind = map.number("trigger_type") else {
            diagnostics.error("missing-key", "a rule needs the key 'trigger_type'", at: node.position)
            return nil
        }
        trigger = Trigger(rawValue: kind)
        isEnabled = map.truth("enabled") ?? false
        exemptRoles = map.texts("exempt_roles")
        exemptChannels = map.texts("exempt_channels")
        actions = map.items("actions").compactMap { Action($0, diagnostics) }
        (keywords, patterns, allowed, presets, detectsMentionRaids) = ([], [], [], [], false)
        guard let metadata = map.take("trigger_metadata") else { return }
        guard var inner = ForeignMap(metadata, "'trigger_metadata'", diagnostics) else { return nil }
        keywords = inner.texts("keyword_filter")
        patterns = inner.texts("regex_patterns")
        allowed = inner.texts("allow_list")
        presets = inner.texts("presets").compactMap { Int($0) }
        mentionLimit = inner.number("mention_total_limit")
        detectsMentionRaids = inner.truth("mention_raid_protection_enabled") ?? false
    }

    /// Reads the rules of a file: a list, as the API answers, a single rule, or a map that holds the list.
    static func rules(of root: ConfigNode, _ diagnostics: DiagnosticCollector) -> [DiscordRule] {
        list(in: root).foreignItems.compactMap { DiscordRule($0, diagnostics) }
    }

    static func list(in root: ConfigNode) -> ConfigNode {
        ["auto_moderation_rules", "rules"].lazy.compactMap { root.value($0) }.first ?? root
    }
}

extension DiscordRule.Action {
    init?(_ node: ConfigNode, _ diagnostics: DiagnosticCollector) {
        guard var map = ForeignMap(node, "an action", diagnostics), let type = map.number("type") else { return nil }
        var metadata = map.take("metadata").flatMap { ForeignMap($0, "'metadata'", diagnostics) }
        switch type {
        case 1: self = .block(message: metadata?.text("custom_message"))
        case 2:
            guard let channel = metadata?.text("channel_id") else {
                diagnostics.error("missing-key", "an alert needs the key 'channel_id'", at: node.position)
                return nil
            }
            self = .alert(channel: channel)
        case 3: self = .timeout(seconds: max(0, metadata?.number("duration_seconds") ?? 0))
        case 4: self = .blockInteraction
        default: self = .unknown(type)
        }
    }
}
