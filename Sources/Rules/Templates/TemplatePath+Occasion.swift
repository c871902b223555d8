extension TemplatePath {
    /// Whether an event of this kind may have such a value at all. Counters and signals can wake a rule at any event: there it shows.
    func isThere(at kind: RuleTrigger.Kind) -> Bool {
        if [.counter, .signal].contains(kind) { return true }
        let hasMessage = Self.withMessage.contains(kind)
        switch self {
        case .person(.author), .trait(.author, .id), .trait(.author, .joined):
            return ![.startup, .reconnected, .manual, .schedule, .silence].contains(kind)
        case .trait(.author, .name), .trait(.author, .username):
            return hasMessage || [.reaction, .join, .roomChange].contains(kind)
        case .messageText: return hasMessage || kind == .roomChange
        case .trait(.author, .avatar), .header, .messageRest, .trait(.target, .avatar), .trait(.target, .username),
            .trait(.target, .name):
            return hasMessage
        case .person(.target), .trait(.target, .id), .trait(.target, .joined):
            return hasMessage || [.reaction, .roleChange, .banChanged].contains(kind)
        case .message, .messageID: return hasMessage || [.delete, .reaction, .button, .form].contains(kind)
        case .channel, .channelID, .channelName:
            return ![.join, .leave, .roleChange, .startup, .reconnected, .manual, .schedule].contains(kind)
        case .clanName: return ![.startup, .reconnected, .manual, .schedule].contains(kind)
        case .commandName, .commandArguments: return kind == .command
        case .reminderText: return kind == .reminderDue
        case .time, .eventKind, .matchText, .matchCount, .matchLinks, .matchAttachments, .link, .attachment, .ruleID, .ruleTitle,
            .ladderName, .ladderStep, .ladderCount, .variable, .counter, .explanation:
            return true
        }
    }

    /// Those of some triggers that bring no such value.
    ///
    /// - Parameter isPlaced: whether what happens nowhere is given the rule's own channel.
    func triggersWithout(_ kinds: Set<RuleTrigger.Kind>, isPlaced: Bool = false) -> [RuleTrigger.Kind] {
        RuleTrigger.Kind.allCases.filter { kinds.contains($0) && !isThere(at: $0) && !(isPlaced && isOfPlace && $0.isPlaceless) }
    }

    private var isOfPlace: Bool { [.channel, .channelID, .channelName, .clanName].contains(self) }

    private static let withMessage: Set<RuleTrigger.Kind> = [.message, .edit, .command, .unanswered]

    /// What a condition has to find for it; nil for what needs none.
    var needed: MatchDetails.Kinds? {
        switch self {
        case .matchText: .text
        case .matchCount: .count
        case .matchLinks, .link: .links
        case .matchAttachments, .attachment: .attachments
        default: nil
        }
    }

    /// Whether it has a value only on a ladder.
    var needsLadder: Bool { [.ladderName, .ladderStep, .ladderCount].contains(self) }
}
