import ChatModel

/// Roles and mentions.
extension ChangeProposals {
    mutating func addItems(_ feature: Feature, _ sets: ItemSets) {
        switch feature {
        case .roles(let user):
            let id = user.user(facts)
            guard !id.isNone else { return }
            for list in sets.required { for role in list.sorted().prefix(3) { addRole(RoleID(rawValue: role), to: id) } }
            let held = facts.member(id)?.roles ?? []
            for role in held where sets.excluded.contains(role.rawValue) { removeRole(role, from: id) }
        case .places:
            addPlaces(named: sets.required.flatMap { $0.sorted() }) { place in
                let places = Set((place?.places ?? []).map(\.rawValue))
                return sets.required.allSatisfy { !$0.isDisjoint(with: places) } && sets.excluded.isDisjoint(with: places)
            }
        case .mentioned:
            for list in sets.required { for item in list.sorted().prefix(3) { addMention(of: item) } }
            let unwanted = sets.excluded
            guard facts.mentions.contains(where: { unwanted.contains($0.item) }) else { return }
            add(.mentions, by: .author, "without mentioning them", phase: .removal) { world in
                world.changeMessage { $0.mentions.removeAll { unwanted.contains($0.item) } }
            }
        default: break
        }
    }

    mutating func addRole(_ role: RoleID, to user: UserID) {
        let (clan, name) = (facts.clan, roleName(role))
        let whose = user == facts.actor ? "" : " of the other user"
        guard facts.member(user)?.roles.contains(role) != true else { return }
        add(.roles(user, role), by: .moderator, "with the role \(name)\(whose)") { world in
            world.changeMember(user, of: clan) { $0.roles.append(role) }
        }
    }

    mutating func removeRole(_ role: RoleID, from user: UserID) {
        let (clan, name) = (facts.clan, roleName(role))
        let whose = user == facts.actor ? "" : " of the other user"
        add(.roles(user, role), by: .moderator, "without the role \(name)\(whose)") { world in
            world.changeMember(user, of: clan) { $0.roles.removeAll { $0 == role } }
        }
    }

    private func roleName(_ role: RoleID) -> String { policy.roleNames[role] ?? "\(role)" }

    private mutating func addMention(of item: Int64) {
        let mention =
            item < 0
            ? Mention(user: 0, username: "", role: RoleID(rawValue: -item), roleName: "", range: TextRange(0, 0))
            : Mention(user: UserID(rawValue: item), range: TextRange(0, 0))
        let name = item < 0 ? "the role \(roleName(RoleID(rawValue: -item)))" : "user \(item)"
        add(.mentions, by: .author, "with a mention of \(name)", phase: .addition) { world in
            world.changeMessage { $0.mentions.append(mention) }
        }
    }
}

extension Mention {
    /// The mentioned id as rules compare it: negative for a role.
    fileprivate var item: Int64 { role.isNone ? user.rawValue : -role.rawValue }
}
