import ChatModel

/// The operator's configuration: links between the clans and to IRC, rules with and without a scope, and moderation.
extension TenantPlan {
    /// The rule whose limit is watched, and the limit in each clan and minute.
    package static let limited = "limited"
    package static let limit = 5

    static func links(clans: Int, channels: Int) -> ([String], Set<TenantRoute>) {
        var routes: Set<TenantRoute> = []
        func addLink(_ from: ChannelID, _ to: [ChannelID], threads: Bool = false) {
            for destination in to where destination != from {
                routes.insert(TenantRoute(from: from, to: destination, includesThreads: threads))
            }
        }
        let halls = (0..<clans).map { id(2, of: $0) } + [irc]
        for hall in halls { addLink(hall, halls) }
        addLink(id(3, of: 0), [id(3, of: 1), log], threads: true)
        let secret = channels * 9 / 10, board = channels * 3 / 5
        addLink(id(secret, of: 0), [id(4, of: 0)])
        addLink(id(board, of: 0), [id(board, of: 1)])
        let lines = [
            "hall: { between: [\((0..<clans).map { name(2, of: $0) }.joined(separator: ", ")), hall] }",
            "news: { from: \(name(3, of: 0)), to: [\(name(3, of: 1)), log], threads: include }",
            "secret: { from: \(name(secret, of: 0)), to: \(name(4, of: 0)) }",
            "board: { from: \(name(board, of: 0)), to: \(name(board, of: 1)) }",
        ]
        return (lines, routes)
    }

    /// - Parameters:
    ///   - rules: Further rules, as items indented by two.
    ///   - network: How the network of IRC is reached.
    package func configuration(rules: String = "", network: String = "host: irc.example, nick: bot") -> String {
        let names = places.values.sorted { $0.id < $1.id }.map { "    \($0.channel.label): \"\($0.id)\"" }.joined(separator: "\n")
        let halls = clans.indices.map { Self.name(2, of: $0) }.joined(separator: ", ")
        let questions = clans.indices.map { clan in
            """
              - { id: ask-\(Self.letters[clan]), mode: enforce, trigger: message, in: { clans: \(clans[clan].name) }, when: { text: { contains: "!doubt" } },
                  then: { ask: { channel: \(Self.name(1, of: clan)), text: "{{ message.text }}?", approve: [delete, warn], reject: [{ mute: { for: 1m } }] } } }
            """
        }.joined(separator: "\n")
        // The moderators of the first clan are those of the top level. The bot of each clan sends to a public channel of the next.
        let settings = clans.indices.dropFirst().map { clan in
            let next = Self.id(6, of: (clan + 1) % clans.count)
            let moderation = "moderation: { channel: \(Self.name(1, of: clan)), roles: [\(Self.letters[clan])-mod] }"
            return "\(clans[clan].name): { \(moderation), bots: { gossip: { config: { target: \"\(next)\" } } } }"
        }
        return """
            version: 1
            names:
              clans: { \(clans.map { "\($0.name): \"\($0.id)\"" }.joined(separator: ", ")) }
              roles: { \(clans.indices.map { "\(Self.letters[$0])-mod: \"\(Self.role(of: $0))\"" }.joined(separator: ", ")) }
              users: { boss: "1000", chief: "\(Self.chief)" }
              channels:
            \(names)
            connections:
              net: { irc: { \(network) }, channels: { hall: "#hall", log: "#news" } }
            moderation: { channel: a-1, roles: [\(clans.indices.map { "\(Self.letters[$0])-mod" }.joined(separator: ", "))], users: [chief] }
            ladders: { steps: { counter: strikes, steps: [{ at: 1, then: [warn] }, { at: 2, then: [{ mute: { for: 2m, in: clan } }] }] } }
            relays:
            \(links.map { "  " + $0 }.joined(separator: "\n"))
            bots: { gossip: { enabled_in: all, config: { target: "\(Self.id(6, of: 0))" } } }
            clans:
            \(settings.map { "  " + $0 }.joined(separator: "\n"))
            rules:
              - { id: up, trigger: message, when: { text: { contains: "!up" } }, then: { forward: a-5 } }
              - { id: copy, trigger: message, when: { text: { contains: "!copy" } }, then: { relay: { to: [b-5, a-6, log] } } }
              - { id: quote, trigger: [message, edit], when: { text: { contains: "!quote" } },
                  then: { send: { to: c-5, embed: { title: "{{ author.name }}", text: "{{ message.text }}" } } } }
              - { id: alarm, trigger: message, when: { text: { contains: "!alarm" } }, then: [alert] }
              - { id: tell, trigger: message, when: { text: { contains: "!tell" } },
                  then: [{ dm: { to: boss, text: "{{ match.text }}: {{ message.text }}" } }, { report: spam }] }
              - { id: later, trigger: message, when: { text: { contains: "!later" } }, then: [{ wait: 1m }, { forward: b-6 }] }
              - { id: mine, trigger: message, in: { clans: clan-b }, when: { text: { contains: "!mine" } },
                  then: [{ reply: "{{ message.text }}" }, { forward: b-7 }] }
              - { id: kept, trigger: message, when: { text: { matches: '!keep (?P<word>\\S+)' } },
                  then: [{ set: { var: word, value: "{{ message.text }}" } }, { send: { to: a-8, text: "{{ vars.word }}" } }] }
              - { id: scam, mode: enforce, trigger: message, when: { text: { contains: "!scam" } },
                  limits: { per_minute: 1000000, per_day: 1000000 },
                  then: [delete, { mute: { for: 2m, in: [\(halls)] } }, { escalate: { ladder: steps } }, alert] }
              - { id: reported, mode: enforce, trigger: message, when: { text: { contains: "!abuse" } },
                  then: [{ report: abuse }, { alert: { to: b-1, text: "{{ message.text }}" } }] }
              - { id: doubted, mode: enforce, trigger: message, when: { text: { contains: "!doubt" } },
                  then: { ask: { text: "{{ message.text }}?", approve: [warn], reject: [{ mute: { for: 1m } }] } } }
            \(questions)
              - { id: \(Self.limited), trigger: message, when: { text: { contains: "!limit" } }, then: { reply: hi },
                  limits: { per_minute: \(Self.limit), per_person: 1000 } }
            \(rules)
            """
    }
}
