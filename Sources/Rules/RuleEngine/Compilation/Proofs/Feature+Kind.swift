extension Feature {
    /// A bit for the kind of property, to tell at once whether a formula says anything of it.
    var bit: UInt64 { 1 << number }

    private var number: UInt64 {
        switch self {
        case .length: 0
        case .lines: 1
        case .letters: 2
        case .capitalShare: 3
        case .runLength: 4
        case .emoji: 5
        case .links: 6
        case .attachments: 7
        case .mentionedUsers: 8
        case .distinctMentionedUsers: 9
        case .mentionedRoles: 10
        case .memberFor: 11
        case .messagesSeen: 12
        case .replyAge: 13
        case .counter: 14
        case .distinctCount: 15
        case .amount: 16
        case .similarMessages: 17
        case .minute: 18
        case .roll: 19
        case .user: 20
        case .isBot: 21
        case .language: 22
        case .mentionsEveryone: 23
        case .mentionsBot: 24
        case .repliedAuthor: 25
        case .clan: 26
        case .category: 27
        case .channelType: 28
        case .isPrivate: 29
        case .isThread: 30
        case .day: 31
        case .level: 32
        case .variable: 33
        case .trigger: 34
        case .roles: 35
        case .places: 36
        case .mentioned: 37
        case .texts: 38
        case .opaque: 39
        }
    }
}

extension Formula {
    /// The bits of all properties that the formula reads.
    var bits: UInt64 {
        var bits: UInt64 = 0
        forEachFeature { bits |= $0.bit }
        return bits
    }

    /// The bits of the properties that must meet a requirement in any case.
    var requiredBits: UInt64 {
        switch self {
        case .literal(let feature, _): feature.bit
        case .all(let parts): parts.reduce(0) { $0 | $1.requiredBits }
        case .any(let parts): parts.count == 1 ? parts[0].requiredBits : 0
        case .unknown: 0
        }
    }
}
