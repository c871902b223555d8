extension TemplatePath {
    /// Returns whether an event of a trigger kind can have the value. Counters and signals can trigger a rule with any event, so
    /// the value may be present.
    func isAvailable(at kind: RuleTrigger.Kind) -> Bool {
        if [.sanctionKind, .sanctionRule].contains(self) { return kind == .sanction }
        if FollowUp.kinds.contains(kind) { return true }
        let hasMessage = Self.withMessage.contains(kind)
        switch self {
        case .user(.author), .trait(.author, .id), .trait(.author, .joined):
            return ![.startup, .reconnected, .manual, .schedule, .silence].contains(kind)
        case .trait(.author, .name), .trait(.author, .username):
            return hasMessage || Self.byUsers.contains(kind)
        case .messageText: return hasMessage || kind == .roomChange || kind == .delete
        case .messageTextBefore: return kind == .edit
        case .trait(.author, .avatar), .header, .messageTextWithoutHeaders, .trait(.target, .avatar): return hasMessage
        case .user(.target), .trait(.target, .id), .trait(.target, .name), .trait(.target, .username):
            return hasMessage || [.reaction, .roleChange, .banChanged, .tokenSent, .coffeeGiven].contains(kind)
        case .trait(.target, .joined): return hasMessage || [.reaction, .roleChange, .banChanged].contains(kind)
        case .message, .messageID: return hasMessage || [.delete, .reaction, .button, .form, .coffeeGiven].contains(kind)
        case .channel, .channelID, .channelName:
            return ![
                .join, .leave, .roleChange, .tokenSent, .clanEvent, .startup, .reconnected, .manual, .schedule,
            ].contains(kind)
        case .clanName: return ![.tokenSent, .startup, .reconnected, .manual, .schedule].contains(kind)
        case .tokenAmount: return kind == .tokenSent || kind == .coffeeGiven
        case .tokenNote: return kind == .tokenSent
        case .calendarTitle, .calendarStart, .calendarChange: return kind == .clanEvent
        case .roleID, .roleName, .roleChange: return kind == .roleChange
        case .threadAuthor: return hasMessage || [.delete, .reaction, .threadCreated].contains(kind)
        case .commandName, .commandArguments: return kind == .command
        case .data(.webhook, _): return hasMessage
        case .data(.form, _): return kind == .form
        case .reminderText: return kind == .reminderDue
        case .time, .eventKind, .matchText, .matchGroup, .matchCount, .matchScore, .matchLinks, .matchAttachments, .link,
            .attachment,
            .ruleID, .ruleTitle, .ladderName, .ladderStep, .ladderCount, .variable, .counter, .explanation, .sanctionKind,
            .sanctionRule, .leaderboard, .random:
            return true
        }
    }

    /// Returns the triggers that do not provide the value.
    ///
    /// - Parameter isPlaced: A Boolean value that indicates whether triggers without a channel use the rule's own channel.
    func triggersWithout(_ kinds: Set<RuleTrigger.Kind>, hasFixedChannel: Bool = false) -> [RuleTrigger.Kind] {
        RuleTrigger.Kind.allCases.filter {
            kinds.contains($0) && !isAvailable(at: $0) && !(hasFixedChannel && describesChannel && $0.hasNoChannel)
        }
    }

    private var describesChannel: Bool { [.channel, .channelID, .channelName, .clanName].contains(self) }

    /// The triggers, other than messages, whose user has a name.
    private static let byUsers: Set<RuleTrigger.Kind> = [
        .delete, .reaction, .join, .leave, .roomChange, .roleChange, .banChanged, .voiceJoined, .voiceLeft, .button, .form,
        .quickMenu,
        .tokenSent, .coffeeGiven, .clanEvent, .reminderDue,
    ]

    private static let withMessage: Set<RuleTrigger.Kind> = [.message, .edit, .command, .unanswered, .reactions]

    /// The match details that a condition must find for this value; `nil` if it needs none.
    var requiredMatch: MatchDetails.Kinds? {
        switch self {
        case .matchText: .text
        case .matchCount: .count
        case .matchScore: .score
        case .matchLinks, .link: .links
        case .matchAttachments, .attachment: .attachments
        default: nil
        }
    }

    /// A Boolean value that indicates whether the value exists only in a ladder's actions.
    var needsLadder: Bool { [.ladderName, .ladderStep, .ladderCount].contains(self) }
}
