import BotConfiguration

/// The built-in chat messages, in the configured language.
struct RuleMessages: Sendable {
    private let locale: AccountSettings.Locale

    init(_ locale: AccountSettings.Locale) { self.locale = locale }

    private func localized(_ english: String, _ vietnamese: String) -> String {
        switch locale {
        case .en: english
        case .vi: vietnamese
        }
    }

    // Questions to moderators.
    var approve: String { localized("Approve", "Duyệt") }
    var reject: String { localized("Reject", "Từ chối") }
    func decided(_ choice: Question.Choice, by name: String) -> String {
        switch choice {
        case .approve: localized("✅ Approved by \(name)", "✅ \(name) đã duyệt")
        case .reject: localized("🚫 Rejected by \(name)", "🚫 \(name) đã từ chối")
        }
    }
    var alreadyDecided: String { localized("This question has already been decided.", "Việc này đã được quyết định rồi.") }
    var overdue: String { localized("This question has expired.", "Đã hết hạn trả lời.") }
    var notEnforced: String {
        localized("The rule that asked is no longer in force.", "Quy tắc đặt câu hỏi này không còn hiệu lực.")
    }
    var notYours: String { localized("Only moderators may decide this.", "Chỉ người kiểm duyệt mới được quyết định việc này.") }

    // Messages to users.
    func warning(_ cause: String) -> String { localized("⚠ A warning: \(cause)", "⚠ Nhắc nhở: \(cause)") }
    var privateChannel: String { localized("a private channel", "một kênh riêng tư") }
    var here: String { localized("here", "tại đây") }
    var inThisClan: String { localized("in this clan", "trong clan này") }
    func inChannels(_ names: [String]) -> String {
        let list = names.prefix(Self.maxNames).joined(separator: ", ") + (names.count > Self.maxNames ? "…" : "")
        return localized("in \(list)", "tại \(list)")
    }
    func muted(in location: String, seconds: Double, because cause: String) -> String {
        let length = length(seconds: seconds)
        return localized(
            "🔇 You cannot write \(location) for \(length): \(cause)", "🔇 Bạn không thể viết \(location) trong \(length): \(cause)"
        )
    }
    func locked(until clock: String) -> String {
        localized(
            "🔒 Only moderators write here until \(clock). Your message was deleted.",
            "🔒 Đến \(clock) chỉ người kiểm duyệt được viết ở đây. Tin nhắn của bạn đã bị xóa.")
    }
    func slowed(seconds: Double) -> String {
        let length = length(seconds: seconds)
        return localized(
            "🐢 Slow mode: one message every \(length). Your message was deleted.",
            "🐢 Chế độ chậm: mỗi \(length) một tin nhắn. Tin nhắn của bạn đã bị xóa.")
    }
    var unlocked: String {
        localized("🔓 Everybody may write here again.", "🔓 Mọi người lại có thể viết ở đây.")
    }
    var footer: String { localized("(Answer STOP to get no more of these.)", "(Trả lời STOP để không nhận những tin này nữa.)") }
    var silenced: String {
        localized(
            "You will no longer receive these messages. Answer START to receive them again.",
            "Bạn sẽ không nhận những tin này nữa. Trả lời START để nhận lại.")
    }
    var optedIn: String { localized("You will receive these messages again.", "Bạn sẽ nhận lại những tin này.") }

    func askedOften(until clock: String) -> String {
        localized(
            "You have asked too often. I will reply again at \(clock).",
            "Bạn đã hỏi nhiều lần. Tôi sẽ trả lời bạn lại lúc \(clock).")
    }
    /// Returns the notice that a rule has reached a limit and does not reply for now.
    ///
    /// - Parameter clock: The time at which replies resume; `nil` if they do not resume by themselves.
    func answersPaused(until clock: String?) -> String {
        guard let clock else {
            return localized(
                "I was asked for this too often and will not reply for now. The moderators have been notified.",
                "Tôi bị hỏi điều này quá nhiều nên tạm thời không trả lời. Người kiểm duyệt đã được báo.")
        }
        return localized(
            "I was asked for this too often. I will reply again at \(clock).",
            "Tôi bị hỏi điều này quá nhiều. Tôi sẽ trả lời lại lúc \(clock).")
    }

    // Messages to moderators.
    func beyondLimit(_ rule: String, _ limit: Int, _ span: LimitSpan, clan: String, isOff: Bool) -> String {
        let (location, vietnameseLocation) = clan.isEmpty ? ("", "") : (" in \(clan)", " tại \(clan)")
        let (period, vietnamese) = span == .minute ? ("minute", "phút") : ("day", "ngày")
        return localized(
            "⚠ The rule \(rule) matched more than \(limit) times in a \(period)\(location): "
                + (isOff
                    ? "it is disabled there until it is changed" : "it runs in shadow mode there for the rest of the \(period)")
                + ".",
            "⚠ Luật \(rule) đã khớp hơn \(limit) lần trong một \(vietnamese)\(vietnameseLocation): "
                + (isOff ? "luật bị tắt tại đó cho đến khi được sửa" : "luật chỉ theo dõi tại đó đến hết \(vietnamese)") + ".")
    }
    /// Returns the notice that an action failed.
    ///
    /// - Parameter place: The channel; empty if it is unknown.
    func failed(_ author: String, _ action: String, _ reason: String, in location: String) -> String {
        let (english, vietnamese) = location.isEmpty ? ("", "") : (" in \(location)", " tại \(location)")
        return localized(
            "⚠ \(author): \(action) did not work\(english): \(reason)",
            "⚠ \(author): \(action) không thực hiện được\(vietnamese): \(reason)")
    }
    func abandoned(_ what: String, _ why: String) -> String {
        localized("⚠ \(what) was not continued after its wait: \(why)", "⚠ \(what) không tiếp tục sau khi chờ: \(why)")
    }
    func by(_ name: String, in channel: String) -> String { localized("\(name) in \(channel)", "\(name) tại \(channel)") }
    func report(_ kind: String) -> String { localized("Report (\(kind))", "Báo cáo (\(kind))") }
    func why(_ command: String) -> String { localized("Why: \(command)", "Vì sao: \(command)") }

    private static let maxNames = 5
    private static let units: [(length: Double, en: String, vi: String)] = [
        (86_400 * 365, "year", "năm"), (86_400 * 30, "month", "tháng"), (86_400, "day", "ngày"), (3600, "hour", "giờ"),
        (60, "minute", "phút"), (1, "second", "giây"),
    ]

    /// Returns a duration such as `1 hour 30 minutes`: the two largest units, up to days, with the smaller one rounded.
    func length(seconds: Double) -> String {
        let units = Self.units.drop { $0.length > 86_400 }
        guard let first = units.firstIndex(where: { seconds >= $0.length }) ?? units.indices.last else { return "" }
        let smaller = units.index(after: first)
        let least = smaller < units.endIndex ? units[smaller].length : units[first].length
        let whole = (max(0, seconds) / least).rounded() * least
        let count = (whole / units[first].length).rounded(.down)
        let rest = smaller < units.endIndex ? ((whole - count * units[first].length) / least).rounded() : 0
        func words(_ count: Double, _ unit: (length: Double, en: String, vi: String)) -> String {
            let count = Int(min(count, 1_000_000))
            return localized("\(count) \(unit.en)\(count == 1 ? "" : "s")", "\(count) \(unit.vi)")
        }
        return words(count, units[first]) + (rest > 0 ? " " + words(rest, units[smaller]) : "")
    }

    /// Returns a relative time such as `5 minutes ago`.
    func ago(seconds: Double) -> String {
        let length = abs(seconds)
        guard let unit = Self.units.first(where: { length >= $0.length }) else { return localized("just now", "vừa xong") }
        let count = Int(min(length / unit.length, 1_000_000))
        let english = "\(count) \(unit.en)\(count == 1 ? "" : "s")"
        return seconds < 0
            ? localized("in \(english)", "\(count) \(unit.vi) nữa") : localized("\(english) ago", "\(count) \(unit.vi) trước")
    }
}
