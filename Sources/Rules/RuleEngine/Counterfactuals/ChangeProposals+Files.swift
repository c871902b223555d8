import ChatModel
import PatternMatching

/// Attachments, mentions, and conditions of which only the words are known.
extension ChangeProposals {
    mutating func addAttachments(to target: Int, from have: Int) {
        let step = abs(target - have)
        guard step > 0, target <= 100, facts.message != nil else { return }
        let phrase = "with \(step) \(target > have ? "more" : "fewer") \(step == 1 ? "attachment" : "attachments")"
        add(.attachments, by: .author, phrase, size: Double(step)) { world in
            world.changeMessage { message in
                message.attachments = Array(message.attachments.prefix(target))
                while message.attachments.count < target { message.attachments.append(.named("file.txt", "text/plain")) }
            }
        }
    }

    mutating func addMentions(_ feature: Feature, to target: Int, from have: Int) {
        let step = abs(target - have)
        guard step > 0, target <= 100, facts.message != nil else { return }
        let isRole = feature == .mentionedRoles
        let noun = "\(isRole ? "role" : "user") \(step == 1 ? "mention" : "mentions")"
        add(.mentions, by: .author, "with \(step) \(target > have ? "more" : "fewer") \(noun)", size: Double(step)) { world in
            world.changeMessage { message in
                func count() -> Int {
                    isRole
                        ? Set(message.mentions.map(\.role).filter { !$0.isNone }).count
                        : feature == .mentionedUsers
                            ? message.mentions.mentionedUsers.count : Set(message.mentions.mentionedUsers).count
                }
                while count() > target,
                    let index = message.mentions.lastIndex(where: { isRole ? !$0.role.isNone : !$0.user.isNone })
                {
                    message.mentions.remove(at: index)
                }
                var next: Int64 = 1_000_100
                while count() < target {
                    message.mentions.append(
                        isRole
                            ? Mention(user: 0, username: "", role: RoleID(rawValue: next), roleName: "", range: TextRange(0, 0))
                            : Mention(user: UserID(rawValue: next), range: TextRange(0, 0)))
                    next += 1
                }
            }
        }
    }

    /// Adds guesses for a condition of which the meaning is not known, from the values that it is written with.
    mutating func addOpaque(_ feature: Feature, _ truth: Bool) {
        guard case .opaque(let part, let json) = feature, let message = facts.message else { return }
        switch part.prefix(while: { $0 != "." }) {
        case "forwarded":
            let isForwarded = message.content.extras["fwd"] == .bool(true)
            add(.forwarding, by: .author, isForwarded ? "not forwarded" : "forwarded") { world in
                world.changeMessage { $0.content.extras["fwd"] = isForwarded ? nil : .bool(true) }
            }
        case "links": if truth { addLinks(json) } else if !facts.links.isEmpty { addText(.links, from: 1, to: 0) }
        case "attachments":
            if truth { addFiles(json) } else { addAttachments(to: 0, from: message.attachments.count) }
        case "learned", "duplicate": if !truth { addOtherText() }
        case "mentions":
            if !truth { addMentions(.mentionedUsers, to: 0, from: message.mentions.mentionedUsers.count) }
        default: break
        }
    }

    /// A link for each of the values that a condition on links is written with.
    private mutating func addLinks(_ json: JSONValue) {
        var links: [String] = []
        let fields = json.object ?? [:]
        for key in fields.keys.sorted() {
            switch key {
            case "domain_in":
                links += (fields[key]?.array?.compactMap(\.string) ?? [fields[key]?.string ?? ""]).filter { $0.contains(".") }
                    .prefix(2).map { "https://\($0)/x" }
            case "shortener": links.append("https://bit.ly/x1")
            case "invite": links.append("https://discord.gg/x1")
            case "scheme_in":
                let schemes = fields[key]?.array?.compactMap(\.string) ?? [fields[key]?.string ?? ""]
                links += schemes.filter { !$0.isEmpty }.prefix(2).map { "\($0)://example.com/x" }
            default: links.append("https://example.com/x")
            }
        }
        for link in links.prefix(4) {
            add(.links, by: .author, "with the link \(link)", phase: .addition) { world in
                world.changeText { $0.isEmpty ? link : "\($0) \(link)" }
            }
        }
    }

    private mutating func addFiles(_ json: JSONValue) {
        var endings: [String] = []
        func collect(_ value: JSONValue) {
            for (key, value) in (value.object ?? [:]).sorted(by: { $0.key < $1.key }) {
                if key == "extension_in" { endings += value.array?.compactMap(\.string) ?? [value.string ?? ""] }
                collect(value)
            }
            for item in value.array ?? [] { collect(item) }
        }
        collect(json)
        for ending in endings.filter({ !$0.isEmpty }).prefix(2) {
            let name = "file.\(ending.drop { $0 == "." })"
            add(.attachments, by: .author, "with the file \(name)") { world in
                world.changeMessage { $0.attachments.append(.named(name, "application/octet-stream")) }
            }
        }
    }
}

extension Attachment {
    fileprivate static func named(_ name: String, _ mediaType: String) -> Attachment {
        Attachment(filename: name, url: "https://cdn.mezon.ai/\(name)", mediaType: mediaType, sizeInBytes: 1000)
    }
}
