import BotConfiguration
import ChatModel

/// The fields that `author`, `target` and `reply` share. None of them holds if the user does not exist or nothing is known about
/// them.
struct UserConditionFields {
    let user: EventUser

    func read(_ fields: inout FieldReader) {
        let compilation = fields.compilation
        let user = user
        readIs(&fields)
        readLists(&fields)
        readRoles(&fields)
        fields.truth(
            "is_bot", "Whether the user is a bot.", of: .isBot(user), yes: "it is a bot", no: "it is not a bot",
            unknown: "the event has no such user"
        ) { facts in
            let user = user.user(facts)
            return user.isNone ? nil : user == facts.me || facts.isBot(user)
        }
        fields.compare(
            "member_for", .duration, "The time since the user joined the clan, for example `< 24h`.", of: .memberFor(user),
            unknown: "the join date is unknown"
        ) { facts in facts.membership(of: user.user(facts)).map { .duration(seconds: $0) } }
        fields.compare(
            "account_age", .duration, "The time since the account was created, as its id says, for example `< 7d`.",
            unknown: "the account's age is unknown"
        ) { facts in facts.accountAge(of: user.user(facts)).map { .duration(seconds: $0) } }
        if let seen = fields.take(
            "messages_seen", "The number of earlier messages of the user in this clan that the bot has seen, for example `< 5`."
        )
        .flatMap({ [fields] in fields.threshold("messages_seen", .count, $0) }) {
            compilation.requirements.countsMessages = true
            let measured = MeasuredThreshold(threshold: seen) { facts in
                let user = user.user(facts)
                return user.isNone ? nil : Double(facts.messagesSeen(of: user))
            }
            fields.add(
                FieldCheck([seen.part], meaning: .numbers(.messagesSeen(user), seen.comparison), threshold: measured) { facts in
                    let user = user.user(facts)
                    guard !user.isNone else { return .fails(seen.part, "the event has no such user") }
                    return seen.comparison.decide(seen.part, .count(facts.messagesSeen(of: user)))
                })
        }
        fields.truth(
            "thread_starter", "Whether the user opened the thread.", yes: "the user opened the thread",
            no: "another user opened the thread", unknown: "it is in no thread whose creator is known"
        ) { facts in
            guard let starter = facts.threadStarter else { return nil }
            return user.user(facts) == starter
        }
        if let node = fields.take(
            "cases", "The number of the user's cases in this clan, for example `>= 3`; or `{ count, within, kind }`.")
        {
            readCases(node, &fields)
        }
        readName(&fields)
    }

    /// Reads `cases: ">= 3"`, or `cases: { count: ">= 3", within: 30d, kind: [mute, ban] }`.
    private func readCases(_ node: ConfigNode, _ fields: inout FieldReader) {
        let diagnostics = fields.compilation.diagnostics
        var count: ConfigNode? = node
        var seconds: Double? = CaseHistory.retention
        var kinds: [String] = []
        if node.isMap(diagnostics), var map = MapReader(node, "'cases'", diagnostics) {
            count = map.require("count", "The number of cases, for example `>= 3`.")
            if let within = map.take("within", "The time in which they were opened, at most 366d (default: 366d).") {
                seconds = within.duration(diagnostics).map { $0 / .seconds(1) }
                if let length = seconds, length > CaseHistory.retention {
                    diagnostics.error(
                        "too-large", "cases are counted for at most 366 days", at: within.position, suggestion: "write 366d")
                }
            }
            kinds =
                map.take("kind", "The kinds of sanctions that count (default: all).")?.items(diagnostics)?.compactMap {
                    $0.word(of: SanctionTrigger.known, "a kind of sanction", diagnostics)
                } ?? []
            map.finish()
        }
        let position = count?.position
        guard let count = count.flatMap({ Comparison($0, .count, diagnostics) }), let seconds, let position else { return }
        let holding = (0...CaseHistory.capacity).count { count.holds($0) }
        if holding == 0 {
            diagnostics.warning(
                "never-true", "this never holds: at most \(CaseHistory.capacity) cases of a user are counted", at: position,
                suggestion: "write a smaller number, such as '>= 3'")
        } else if holding == CaseHistory.capacity + 1 {
            diagnostics.warning(
                "always-true", "this always holds, also for a user without cases", at: position,
                suggestion: "write '>= 1', or remove it")
        }
        fields.compilation.requirements.countsCases = true
        let part = fields.part("cases")
        let (user, counted) = (user, Set(kinds))
        fields.add(
            FieldCheck([part]) { facts in
                let user = user.user(facts)
                guard !user.isNone, !facts.clan.isNone else { return .fails(part, "the event has no such user in a clan") }
                return count.decide(part, .count(facts.cases(of: user, within: seconds, kinds: counted)))
            })
    }

    private func readIs(_ fields: inout FieldReader) {
        let compilation = fields.compilation
        guard let items = fields.items("is", "Users, by name or id.") else { return }
        let users = Set(items.compactMap { compilation.names.user($0, compilation.diagnostics) })
        let part = fields.part("is")
        let user = user
        fields.add(
            FieldCheck([part], meaning: .values(.user(user), users.map(\.description))) { facts in
                let user = user.user(facts)
                guard !user.isNone else { return .fails(part, "the event has no such user") }
                return users.contains(user) ? .holds(Reason(part, "user \(user)")) : .fails(part, "it is user \(user)")
            })
    }

    private func readLists(_ fields: inout FieldReader) {
        let compilation = fields.compilation
        guard let items = fields.items("in_list", "Lists of kind `users`: the user is in one of them.") else { return }
        let lists = items.compactMap { compilation.configuration.lists.list($0, of: .users, compilation.diagnostics) }
        let part = fields.part("in_list")
        let user = user
        fields.add(
            FieldCheck([part]) { facts in
                let user = user.user(facts)
                guard let list = lists.first(where: { $0.users.contains(user) }) else {
                    return .fails(part, "the user is in none of \(lists.map(\.name).joined(separator: ", "))")
                }
                return .holds(Reason(part, "the user is in \(list.name)"))
            })
    }

    private func readRoles(_ fields: inout FieldReader) {
        let compilation = fields.compilation
        let user = user
        func roles(_ field: String, _ doc: StaticString) -> [(id: RoleID, name: String)]? {
            fields.items(field, doc)?.compactMap { item in
                compilation.names.role(item, compilation.diagnostics).map { ($0, item.text(compilation.diagnostics) ?? "\($0)") }
            }
        }
        func add(_ field: String, _ roles: [(id: RoleID, name: String)], _ wanted: Bool) {
            let part = fields.part(field)
            let ids = Set(roles.map(\.id.rawValue))
            let meaning = wanted ? ItemSets(anyOf: ids) : ItemSets(noneOf: ids)
            fields.add(
                FieldCheck([part], meaning: .literal(.roles(user), .items(meaning))) { facts in
                    guard let member = facts.member(user.user(facts)) else {
                        return .fails(part, "the user's roles are unknown")
                    }
                    let role = roles.first { member.roles.contains($0.id) }
                    let detail =
                        role.map { "the user has \($0.name)" }
                        ?? "the user has none of \(roles.map(\.name).joined(separator: ", "))"
                    return (role != nil) == wanted ? .holds(Reason(part, detail)) : .fails(part, detail)
                })
        }
        let has = roles("has_role", "Roles of which the user has at least one.")
        let lacks = roles("lacks_role", "Roles of which the user has none.")
        if let has { add("has_role", has, true) }
        if let lacks { add("lacks_role", lacks, false) }
    }

    private func readName(_ fields: inout FieldReader) {
        let compilation = fields.compilation
        guard
            let node = fields.take(
                "name", "Conditions on the display name or username, with the fields of `text`."),
            var map = MapReader(node, "'name'", compilation.diagnostics)
        else { return }
        let selectors = user.names
        let reader = TextFieldReader(
            registrar: EventScanRegistrar(selectors: selectors, compilation),
            part: fields.part("name"),
            compilation: compilation
        )
        let tests = reader.tests(&map)
        map.finish()
        // A test names the part that decides as `author.name`, regardless of which field of the name decided.
        let part = fields.part("name")
        for test in tests.map({ TextCheck(part: part, kind: $0.kind) }) {
            fields.add(
                FieldCheck([part], needed: test.needed, detailKinds: test.needed == nil ? [] : .text, groups: test.groups) {
                    facts in
                    test.decide(facts.hits, in: selectors.first.map { $0.text(of: facts.event) } ?? "")
                })
        }
    }
}
