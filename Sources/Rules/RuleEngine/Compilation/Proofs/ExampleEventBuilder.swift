import ChatModel

/// Makes events that meet the requirements of a cube, for the engine to judge.
struct ExampleEventBuilder {
    let rule: CompiledRule
    let trigger: RuleTrigger
    /// The prefix of commands.
    let prefix: String

    /// Returns events that probably meet the requirements; several if they depend on the time.
    func inputs(_ cube: Cube) -> [RuleTestInput] {
        guard var input = input(cube) else { return [] }
        let asksForTime = cube.entries.contains { entry in
            switch entry.feature {
            case .minute, .day: true
            default: false
            }
        }
        guard asksForTime else { return [input] }
        let start = input.at
        return (0..<(7 * 24)).map { hour in
            input.at = start + 3600 * Double(hour) + 600
            return input
        }
    }

    private func input(_ cube: Cube) -> RuleTestInput? {
        var input = RuleTestInput()
        for entry in cube.entries {
            guard add(entry, of: cube, to: &input) else { return nil }
        }
        if !cube.entries.contains(where: { if case .texts = $0.feature { true } else { false } }) {
            guard let text = ExampleEventText(cube, in: [.text]).text else { return nil }
            input.text = text
        }
        if let command = trigger.command { input.text = prefix + command + (input.text == "hello" ? "" : " " + input.text) }
        switch trigger.detail {
        case .route(let route): input.button = route.hasSuffix("*") ? route.dropLast() + "x" : route
        case .emoji(let emoji, _): if let first = emoji.min() { input.emoji = first }
        default: break
        }
        return input
    }

    /// Adds what one property requires; `false` if that is not known.
    private func add(_ entry: Cube.Entry, of cube: Cube, to input: inout RuleTestInput) -> Bool {
        switch (entry.feature, entry.restriction) {
        case (.texts(let selectors), _):
            guard let text = ExampleEventText(cube, in: selectors).text else { return false }
            switch selectors.first?.source {
            case .text: input.text = text
            case .displayName: input.name = text
            default: return false
            }
        case (let feature, .numbers(let set)): return add(feature, set, to: &input)
        case (let feature, .values(let set)): return add(feature, set, to: &input)
        case (let feature, .items(let sets)): return add(feature, sets, to: &input)
        case (.opaque, .truth(let truth)): return !truth
        default: break
        }
        return true
    }

    private func add(_ feature: Feature, _ set: NumberSet, to input: inout RuleTestInput) -> Bool {
        func number(near usual: Double) -> Double? { set.example(near: usual, isWhole: feature.isWholeNumber) }
        func count(near usual: Int) -> Int? { number(near: Double(usual)).map { Int(min($0, 1000)) } }
        switch feature {
        case .memberFor(.author):
            guard let seconds = number(near: input.memberFor) else { return false }
            input.memberFor = seconds
        case .messagesSeen(.author):
            guard let seen = number(near: Double(input.messagesSeen)) else { return false }
            input.messagesSeen = Int(seen)
        case .attachments:
            let files = count(near: 0) ?? 0
            let file = Attachment(
                filename: "file.txt", url: "https://cdn.mezon.ai/file.txt", mediaType: "text/plain", sizeInBytes: 1000)
            input.attachments = Array(repeating: file, count: files)
        case .mentionedUsers, .distinctMentionedUsers:
            let users = count(near: input.mentions.count) ?? 0
            for number in input.mentions.count..<max(users, input.mentions.count) {
                input.mentions.append(Mention(user: UserID(rawValue: 1_000_100 + Int64(number)), range: TextRange(0, 0)))
            }
        case .mentionedRoles:
            for number in 0..<(count(near: 0) ?? 0) {
                let role = RoleID(rawValue: 1_000_200 + Int64(number))
                input.mentions.append(Mention(user: 0, username: "", role: role, roleName: "", range: TextRange(0, 0)))
            }
        case .counter(let name, _):
            guard let count = number(near: 0) else { return false }
            input.counters[name] = Int(count)
        case .replyAge: if !set.includesUnknown { input.repliedTo = 1_000_011 }
        default: break
        }
        return true
    }

    private func add(_ feature: Feature, _ set: ValueSet, to input: inout RuleTestInput) -> Bool {
        switch feature {
        case .user(.author):
            guard set.isExclusion else {
                guard let user = set.values.min().flatMap({ UserID($0) }) else { return false }
                input.user = user
                return true
            }
            return !set.values.contains(input.user.description)
        case .isBot(.author): input.isBot = !set.contains("false") && set.contains("true")
        case .mentionsBot:
            if !set.contains("false") { input.mentions.append(Mention(user: RuleTestInput.me, range: TextRange(0, 0))) }
        case .mentionsEveryone:
            if !set.contains("false") { input.mentions.append(Mention(user: Mention.everyone, range: TextRange(0, 0))) }
        case .repliedAuthor:
            if set.contains("none") { break }
            input.repliedTo = set.contains("user") ? 1_000_011 : RuleTestInput.me
        case .level:
            guard let level = AlertLevel.allCases.first(where: { set.contains($0.rawValue) }) else { return false }
            input.level = level.rawValue
        case .variable(let name, _):
            if set.includesMissing { break }
            input.variables[name] = set.isExclusion ? "x" : set.values.min()
        default: break
        }
        return true
    }

    private func add(_ feature: Feature, _ sets: ItemSets, to input: inout RuleTestInput) -> Bool {
        guard let items = sets.example else { return sets.includesUnknown }
        switch feature {
        case .roles(.author): input.roles = items.map { RoleID(rawValue: $0) }
        case .places: if let channel = items.first { input.channel = ChannelID(rawValue: channel) }
        case .mentioned:
            for item in items {
                input.mentions.append(
                    item < 0
                        ? Mention(user: 0, username: "", role: RoleID(rawValue: -item), roleName: "", range: TextRange(0, 0))
                        : Mention(user: UserID(rawValue: item), range: TextRange(0, 0)))
            }
        default: break
        }
        return true
    }
}
