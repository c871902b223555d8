import BotKit

/// A bot that lets users assign roles to themselves: `*role add iOS`, `*role remove iOS`, `*role list`.
struct Roles: Bot {
    struct Options: BotOptions {
        /// The roles that users may choose.
        var roles: [RoleID] = []
    }

    static let manifest = Manifest(
        "roles", "Lets users assign roles to themselves: *role add, remove, list.", needs: [.reply, .roles])
    let options: Options

    var commands: [Command<Self>] {
        Command("role add", "Give yourself a role", vi: "Nhận một vai trò", arguments: [RoleRef.label], follows: false) {
            (context, wanted: RemainingText) in
            let (role, name) = try await role(wanted, context)
            if try await has(role, context) {
                return [.reply(context.say("You already have the role \(name).", vi: "Bạn đã có vai trò \(name)."))]
            }
            return [
                .member(.addRole(role, to: context.user, of: context.clan)),
                .reply(context.say("You now have the role \(name).", vi: "Bạn nhận được vai trò \(name).")),
            ]
        }
        Command("role remove", "Remove one of your roles", vi: "Bỏ một vai trò", arguments: [RoleRef.label], follows: false) {
            (context, wanted: RemainingText) in
            let (role, name) = try await role(wanted, context)
            guard try await has(role, context) else {
                return [.reply(context.say("You do not have the role \(name).", vi: "Bạn không có vai trò \(name)."))]
            }
            return [
                .member(.removeRole(role, from: context.user, of: context.clan)),
                .reply(context.say("You no longer have the role \(name).", vi: "Đã bỏ vai trò \(name).")),
            ]
        }
        Command("role list", "Show the roles that you may choose", vi: "Xem các vai trò bạn có thể chọn") { context in
            let names = try await names(context)
            guard !names.isEmpty else {
                return [.reply(context.say("No roles are available.", vi: "Chưa có vai trò nào để chọn."))]
            }
            return [.reply(Draft(names.map { "• \($0.name)" }.joined(separator: "\n")))]
        }
    }

    private func has(_ role: RoleID, _ context: Context) async throws -> Bool {
        try await context.member(context.user)?.roles.contains(role) == true
    }

    /// Returns the selectable roles of this clan.
    private func names(_ context: Context) async throws -> [(role: RoleID, name: String)] {
        var names: [(role: RoleID, name: String)] = []
        for role in options.roles.prefix(50) {
            if let name = try await context.roleName(role) { names.append((role, name)) }
        }
        return names
    }

    /// Returns the role that a user gave by a mention, its name or its id.
    private func role(_ wanted: RemainingText, _ context: Context) async throws -> (RoleID, String) {
        let names = try await names(context)
        let word = String(wanted.text.drop { $0 == "@" }).folded
        if let found = names.first(where: { choice in
            wanted.mentions.contains { $0.role == choice.role } || choice.name.folded == word || "\(choice.role)" == wanted.text
        }) {
            return found
        }
        let list = names.isEmpty ? "–" : names.map(\.name).joined(separator: ", ")
        throw UsageError(
            LocalizedText(
                "this role cannot be chosen; available: \(list)", vi: "vai trò này không chọn được; chỉ có: \(list)"),
            about: 0)
    }
}
