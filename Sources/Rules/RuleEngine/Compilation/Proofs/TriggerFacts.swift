import ChatModel

/// What is known of every event of a kind of trigger.
enum TriggerFacts {
    /// The triggers whose events contain no message. Counters and signals are changed by events of any kind.
    private static let withoutMessage = Set(RuleTrigger.Kind.allCases).subtracting([
        .message, .edit, .command, .counter, .signal, .sanction, .level, .unanswered, .reactions, .roomChange,
    ])
    /// The triggers whose events happen in no channel.
    private static let withoutChannel: Set<RuleTrigger.Kind> = [.join, .leave, .roleChange, .startup, .reconnected]
    private static let withoutClan: Set<RuleTrigger.Kind> = [.startup, .reconnected]
    /// The triggers whose events affect nobody but the author.
    private static let withoutTarget: Set<RuleTrigger.Kind> = [
        .join, .leave, .delete, .button, .form, .quickMenu, .channelCreated, .threadCreated, .voiceJoined, .voiceLeft, .clanEvent,
        .startup, .reconnected,
    ]
    /// The triggers for messages that people write, among which those of the bot itself are not.
    private static let written: Set<RuleTrigger.Kind> = [.message, .edit, .command, .unanswered]

    /// Returns the ways to meet some requirements with an event of a kind.
    static func cubes(_ cubes: [Cube], for kind: RuleTrigger.Kind) -> [Cube] {
        cubes.compactMap { constrained($0, by: kind) }.filter(\.isPossible)
    }

    static func isWritten(_ kind: RuleTrigger.Kind) -> Bool { written.contains(kind) }

    private static func constrained(_ cube: Cube, by kind: RuleTrigger.Kind) -> Cube? {
        var result: Cube? = cube
        for entry in cube.entries {
            guard case .texts(let selectors) = entry.feature else {
                if let restriction = restriction(of: entry.feature, for: kind) {
                    result = result?.adding(entry.feature, restriction)
                }
                continue
            }
            // The length decides what can be found.
            if let none = restriction(of: .length(selectors), for: kind) { result = result?.adding(.length(selectors), none) }
        }
        return result
    }

    /// Returns what a property can be in events of a kind; `nil` if that is not limited.
    private static func restriction(of feature: Feature, for kind: RuleTrigger.Kind) -> Restriction? {
        if withoutMessage.contains(kind), let none = withoutMessage(feature) { return none }
        if withoutChannel.contains(kind) {
            switch feature {
            case .places: return .items(ItemSets.none)
            case .category, .channelType, .isPrivate, .isThread: return .values(.missing)
            default: break
            }
        }
        if withoutTarget.contains(kind), let nobody = nobody(feature, as: .target) { return nobody }
        guard withoutClan.contains(kind) else { return nil }
        return feature == .clan ? .values(.missing) : nobody(feature, as: .author)
    }

    /// Returns what the properties of a user are whom an event does not have.
    private static func nobody(_ feature: Feature, as user: EventUser) -> Restriction? {
        switch feature {
        case .user(user), .isBot(user): .values(.missing)
        case .memberFor(user), .messagesSeen(user): .numbers(.unknown)
        case .roles(user): .items(.unknown)
        default: nil
        }
    }

    private static func withoutMessage(_ feature: Feature) -> Restriction? {
        switch feature {
        case .length(let selectors), .lines(let selectors):
            return selectors.allSatisfy(\.source.isOfMessage) ? .numbers(NumberSet(0...0)) : nil
        case .letters, .runLength, .emoji, .links, .attachments, .mentionedUsers, .distinctMentionedUsers, .mentionedRoles:
            return .numbers(NumberSet(0...0))
        case .similarMessages, .replyAge: return .numbers(.unknown)
        case .mentionsEveryone, .mentionsBot: return .values(ValueSet(false))
        case .mentioned: return .items(ItemSets.none)
        case .repliedAuthor: return .values(ValueSet(["none"]))
        case .opaque(let part, _): return part.hasPrefix("header.") ? .truth(false) : nil
        default: return nobody(feature, as: .repliedTo)
        }
    }
}

extension TextSelector.Source {
    /// A Boolean value that indicates whether only messages have such a text. Names are in other events, too.
    fileprivate var isOfMessage: Bool {
        switch self {
        case .text, .attachmentName, .embed, .quoted: true
        case .displayName, .username, .targetName, .quotedName: false
        }
    }
}
