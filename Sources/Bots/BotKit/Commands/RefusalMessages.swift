import Foundation

/// The messages for users whose command is refused: the check that failed, and the requirement that would pass it.
struct RefusalMessages: Sendable {
    let profile: CommandDescriptor
    let chatPreferences: ChatPreferences
    private var name: String { chatPreferences.prefix + profile.name }

    /// Returns the message for a user outside the audience.
    ///
    /// - Parameters:
    ///   - isKnown: A Boolean value that indicates whether anything but the user's id is known.
    ///   - role: Returns the name of a role.
    func audience(isKnown: Bool, role: (RoleID) async throws -> String) async rethrows -> LocalizedText {
        let roles = (profile.audience.roles ?? []).sorted()
        var names: [String] = []
        for id in roles.prefix(5) { names.append("'\(try await role(id))'") }
        let more = roles.count > names.count ? ", …" : ""
        let people = profile.audience.users.count
        let list = names.joined(separator: ", ") + more
        switch (roles.isEmpty, people) {
        case (true, 0):
            return LocalizedText(
                "No one may use \(name) yet: the operator has not assigned a role or user to it.",
                vi: "\(name) chưa dành cho ai: người vận hành chưa chỉ định vai trò hay người nào.")
        case (true, _):
            let some = people == 1 ? "one user" : "\(people) users"
            return LocalizedText(
                "\(name) is restricted to \(some) chosen by the operator.",
                vi: "\(name) chỉ dành cho \(people) người do người vận hành chỉ định, và bạn không nằm trong số đó.")
        case (false, _) where !isKnown:
            return LocalizedText(
                "\(name) requires the role \(list), and I do not know your roles here.",
                vi: "\(name) cần vai trò \(list), và tôi chưa biết vai trò của bạn ở đây.")
        case (false, _):
            return LocalizedText(
                "\(name) requires the role \(list), which you do not have here.",
                vi: "\(name) cần vai trò \(list), bạn chưa có vai trò này ở đây.")
        }
    }

    /// The message for an account that may be in the audience but may also be an application.
    var unidentified: LocalizedText {
        LocalizedText(
            "I have not yet determined whether you are a person or an application. Please try \(name) again in a moment.",
            vi: "Tôi đang kiểm tra xem bạn là người hay ứng dụng. Vui lòng thử lại \(name) sau giây lát.")
    }

    func cooldown(_ cooldown: Cooldown, left: TimeInterval) -> LocalizedText {
        let wait = Self.length(left)
        let pace = pace(cooldown)
        return LocalizedText(
            "\(name) can be used again in \(wait.en): \(pace.en).", vi: "\(name) dùng lại được sau \(wait.vi): \(pace.vi).")
    }

    func pace(_ cooldown: Cooldown) -> LocalizedText {
        let whole = Self.length(cooldown.length / .seconds(1))
        let whom: LocalizedText =
            switch cooldown.scope {
            case .user: LocalizedText("per user", vi: "mỗi người")
            case .channel: LocalizedText("per channel", vi: "mỗi kênh")
            case .clan: LocalizedText("per clan", vi: "mỗi clan")
            }
        let uses =
            cooldown.uses == 1
            ? LocalizedText("once", vi: "một lần") : LocalizedText("\(cooldown.uses) times", vi: "\(cooldown.uses) lần")
        return LocalizedText("\(uses.en) \(whom.en) every \(whole.en)", vi: "\(whom.vi) \(uses.vi) mỗi \(whole.vi)")
    }

    /// Formats a duration, rounded up so that waiting for the displayed time is always enough.
    static func length(_ seconds: TimeInterval) -> LocalizedText {
        let seconds = Int(min(max(seconds.rounded(.up), 1), 3e9))
        let units = [(86_400, "d", "ngày"), (3600, "h", "giờ"), (60, "min", "phút"), (1, "s", "giây")]
        var rest = seconds
        let parts = units.compactMap { size, en, vi -> LocalizedText? in
            defer { rest %= size }
            return rest >= size ? LocalizedText("\(rest / size) \(en)", vi: "\(rest / size) \(vi)") : nil
        }
        return LocalizedText(
            parts.prefix(2).map(\.en).joined(separator: " "), vi: parts.prefix(2).map(\.vi).joined(separator: " "))
    }
}
