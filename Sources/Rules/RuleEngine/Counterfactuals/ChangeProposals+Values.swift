import ChatModel

/// Values: one of those that a condition asks for.
extension ChangeProposals {
    mutating func addValue(_ feature: Feature, _ set: ValueSet) {
        switch feature {
        case .user(.author): addAuthor(set)
        case .isBot(.author): addKindOfAuthor(isBot: set.contains("true"))
        case .language: addLanguage(set)
        case .mentionsEveryone: addMention(of: Mention.everyone, "everyone", isWanted: set.contains("true"))
        case .mentionsBot: addMention(of: facts.me, "the bot", isWanted: set.contains("true"))
        case .repliedAuthor: addReplies(set)
        case .user(.repliedTo), .isBot(.repliedTo): if set.includesMissing { addReply(to: nil) }
        case .category, .channelType, .isPrivate, .isThread: addPlaces(of: feature, set)
        case .level: addLevel(set)
        case .variable(let name, let scope): addVariable(name, scope, set)
        default: break
        }
    }

    private mutating func addAuthor(_ set: ValueSet) {
        guard !set.isExclusion else { return addOtherAuthor() }
        let clan = facts.clan
        for user in set.values.sorted().prefix(3).compactMap({ UserID($0) }) where user != facts.actor {
            let name = lookup.user(user, clan)?.name ?? ""
            add(.author, by: .nobody, "from \(name.isEmpty ? "user \(user)" : name)") { world in
                world.changeMessage { $0.author.id = user }
            }
        }
    }

    private mutating func addLanguage(_ set: ValueSet) {
        let samples = [
            ("vi", "Vietnamese", "chào mọi người, hôm nay chúng ta họp ở đâu vậy"),
            ("en", "English", "hello everybody, where do we meet today"),
        ]
        guard let (_, name, sample) = samples.first(where: { set.contains($0.0) }) else { return }
        add(.text("whole"), by: .author, "in \(name)", phase: .replacement, size: 2) { $0.changeText { _ in sample } }
    }

    private mutating func addMention(of user: UserID, _ name: String, isWanted: Bool) {
        add(.mentions, by: .author, isWanted ? "with a mention of \(name)" : "without the mention of \(name)") { world in
            world.changeMessage { message in
                message.mentions.removeAll { $0.user == user }
                if isWanted { message.mentions.append(Mention(user: user, range: TextRange(0, 0))) }
            }
        }
    }

    private mutating func addReplies(_ set: ValueSet) {
        if set.contains("none") { addReply(to: nil) }
        if set.contains("me") { addReply(to: facts.me) }
        if set.contains("user") { addReply(to: facts.actor) }
    }

    mutating func addReply(to user: UserID?) {
        let phrase = user == nil ? "not as a reply" : user == facts.me ? "as a reply to the bot" : "as a reply to a user"
        let before = facts.event.message.rawValue
        add(.reply, by: .author, phrase) { world in
            world.changeMessage { message in
                message.references = user.map { [Reference(message: MessageID(rawValue: before &- 1), sender: $0)] } ?? []
            }
        }
    }

    private mutating func addLevel(_ set: ValueSet) {
        let (key, mode) = (AlertLevel.key(facts), facts.executionMode)
        let current = facts.level
        var entry = StateEntry(at: facts.now)
        for level in AlertLevel.allCases where level != current && set.contains(level.rawValue) {
            entry.text = StoredLevel(level).text
            add(.state(key), by: .moderator, "at the level \(level.rawValue)") { [entry] world in
                world.changeState(key, level == .calm ? .forget : .set(entry), in: mode)
            }
        }
    }

    private mutating func addVariable(_ name: String, _ scope: VariableScope, _ set: ValueSet) {
        let place: SubjectScope
        switch scope {
        case .event: return
        case .nearest: place = [.user, .channel]
        case .lasting(let lasting): place = lasting
        }
        let (key, mode) = (StateKey(.variable, name, facts.subject(place)), facts.executionMode)
        if set.includesMissing, facts.stateEntry(key) != nil {
            add(.state(key), by: .moderator, "without the variable \(name)") { $0.changeState(key, .forget, in: mode) }
        }
        var entry = StateEntry(at: facts.now)
        for value in set.isExclusion ? ["other"] : set.values.sorted().prefix(3).map(\.self) {
            entry.text = value
            add(.state(key), by: .moderator, "with the variable \(name) set to '\(value.prefix(40))'") { [entry] world in
                world.changeState(key, .set(entry), in: mode)
            }
        }
    }
}
