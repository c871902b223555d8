package import BotConfig
package import Foundation
import MezonModel
package import Persistence

/// What the desk says to people, in the bot's language.
package struct ModerationMessages: Sendable, Hashable {
    let locale: BotSettings.Locale
    let zone: TimeZone
    private let names: CaseNameResolver

    /// - Parameters:
    ///   - zone: in which times are shown.
    ///   - names: what stands beside ids.
    package init(_ locale: BotSettings.Locale, in zone: TimeZone, names: CaseNameResolver = CaseNameResolver()) {
        self.locale = locale
        self.zone = zone
        self.names = names
    }

    /// The same, with the names of those whom it is about.
    func naming(_ names: CaseNameResolver) -> ModerationMessages { ModerationMessages(locale, in: zone, names: names) }

    private func say(_ english: String, _ vietnamese: String) -> String { locale == .vi ? vietnamese : english }

    var nothingKnown: String {
        say("I know nothing about that message.", "Tôi không có thông tin gì về tin nhắn đó.")
    }

    func whyNeedsAReply(_ prefix: String) -> String {
        say("Say \(prefix)why as a reply to the message you mean.", "Hãy trả lời tin nhắn cần hỏi bằng lệnh \(prefix)why.")
    }

    func needsNumber(_ command: String, _ prefix: String) -> String {
        say("Which case? \(prefix)\(command) 12", "Hồ sơ số mấy? \(prefix)\(command) 12")
    }

    func needsPerson(_ prefix: String) -> String {
        say("Whose? \(prefix)cases @somebody", "Của ai? \(prefix)cases @tên")
    }

    func noCase(_ id: Int64) -> String { say("There is no case #\(id).", "Không có hồ sơ #\(id).") }

    /// The answer to `*why`: every step that did something or said no, without those of the house's own clockwork.
    func why(_ explanation: Explanation) -> String {
        var lines: [String] = []
        for chapter in explanation.chapters {
            let edition = chapter.edition.map { say(" · edition \($0.version)", " · phiên bản \($0.version)") } ?? ""
            lines.append("#\(chapter.sequence) \(chapter.kind) · \(chapter.at.stamp(in: zone))\(edition)")
            for step in chapter.steps {
                lines.append("• \(step.who): \(step.what)" + (step.why.isEmpty ? "" : " — \(step.why)"))
                lines += step.deliveries.map { "   → \($0)" }
            }
            if chapter.steps.isEmpty {
                lines.append(say("• nobody had anything to say to it", "• không có quy tắc nào tác động"))
            }
        }
        return Self.fitting(lines, more: say("… and more: mezon-bot explain", "… còn nữa: mezon-bot explain"))
    }

    func list(_ cases: [StoredCase], of user: UserID) -> String {
        guard !cases.isEmpty else { return say("There is no case about \(user).", "Không có hồ sơ nào về \(user).") }
        return Self.fitting(cases.reversed().map(line), more: "…")
    }

    /// `#12 mute · 2026-01-07 10:21:03 UTC · rule:flood · until …`
    package func line(_ record: StoredCase) -> String {
        let until = record.draft.until.map { say(" until \($0.stamp(in: zone))", " đến \($0.stamp(in: zone))") } ?? ""
        let reason = record.draft.reason.isEmpty ? "" : " · \(record.draft.reason.shown)"
        return
            "#\(record.id) \(record.draft.kind)\(until) · \(record.createdAt.stamp(in: zone)) · \(record.author)\(reason) · \(standing(record))"
    }

    package func standing(_ record: StoredCase) -> String {
        switch record.standing {
        case .open where record.wasRefused:
            let reason = record.deeds.compactMap(\.reason).first.map { ": \($0.shown)" } ?? ""
            return say("could not be carried out\(reason)", "không thực hiện được\(reason)")
        case .open where record.draft.inverses.isEmpty: return say("done", "đã thực hiện")
        case .open: return say("in force", "đang có hiệu lực")
        case .ended(let date): return say("over since \(date.stamp(in: zone))", "hết hạn từ \(date.stamp(in: zone))")
        case .undone(let date, let name):
            return say("taken back \(date.stamp(in: zone)) by \(name.shown)", "\(name.shown) đã gỡ lúc \(date.stamp(in: zone))")
        }
    }

    /// A case with all that is known of it.
    package func detail(_ record: StoredCase) -> String {
        let draft = record.draft
        var lines = [
            line(record),
            say("who: ", "ai: ") + names.whole(draft.user) + say(" · entry #\(record.cause)", " · mục #\(record.cause)")
                + (draft.message.isNone ? "" : say(" · message \(draft.message)", " · tin nhắn \(draft.message)")),
            say("edition of the rules: \(record.version)", "phiên bản quy tắc: \(record.version)"),
        ]
        lines += draft.evidence.map { evidence in
            let files = evidence.attachments.isEmpty ? "" : " [\(evidence.attachments.joined(separator: ", ").shown)]"
            let author = names.short(evidence.author)
            return say("evidence", "bằng chứng") + " \(evidence.at.stamp(in: zone)) \(author): \(evidence.text.shown)\(files)"
        }
        lines += plan(Reversal([record], known: [], at: record.createdAt))
        return Self.fitting(lines, more: "…")
    }

    /// What taking cases back would do, one line each, and what rules would do then.
    package func plan(_ reversal: Reversal, isEnforced: (String) -> Bool = { _ in false }) -> [String] {
        reversal.items.map { item in
            "#\(item.record.id) \(item.record.draft.kind) (\(names.short(item.record.draft.user))): " + consequence(item)
                + (item.strike.map { "; " + givenBack($0) } ?? "")
        } + reversal.rules.filter(isEnforced).map(stillEnforced)
    }

    private func givenBack(_ strike: Strike) -> String {
        say("'\(strike.counter)' gets back \(strike.by)", "trả lại \(strike.by) cho '\(strike.counter)'")
    }

    private func stillEnforced(_ rule: String) -> String {
        say(
            "⚠ The rule \(rule) is still enforced: it will punish again. Set `mode: shadow` or disable it first.",
            "⚠ Quy tắc \(rule) vẫn đang có hiệu lực và sẽ phạt tiếp. Hãy đặt `mode: shadow` hoặc tắt nó trước.")
    }

    private func consequence(_ item: Reversal.Item) -> String {
        switch item.outcome {
        case .reverses(let actions): return actions.map(sentence).joined(separator: ", ")
        case .onlyNoted: return say("nothing is in force; it is struck off", "không có gì cần gỡ; chỉ ghi nhận")
        case .wasRefused(let reason):
            return say(
                "it was never carried out (\(reason.shown)); it is struck off",
                "chưa từng thực hiện được (\(reason.shown)); chỉ ghi nhận")
        case .heldBy(let others, _):
            let list = others.map { "#\($0)" }.joined(separator: ", ")
            return say("it is struck off, and \(list) goes on to hold", "gỡ hồ sơ này, nhưng \(list) vẫn còn hiệu lực")
        case .irreversible where item.record.draft.kind == "kick":
            return say("cannot be taken back: send an invitation", "không gỡ được: hãy gửi lời mời lại")
        case .irreversible:
            return say("cannot be taken back: the text is in its evidence", "không gỡ được: nội dung nằm trong bằng chứng")
        case .overButCounted: return say("its time is over", "đã hết thời hạn")
        case .alreadyOver: return say("it is over already", "đã kết thúc rồi") + " (\(standing(item.record)))"
        }
    }

    private func sentence(_ action: MemberAction) -> String {
        switch action {
        case .mute(_, let channel, let until, _):
            return say("mute in ", "cấm nói ở ") + names.place(channel) + (until.map { " → \($0.stamp(in: zone))" } ?? "")
        case .unmute(_, let channel): return say("unmute in ", "bỏ cấm nói ở ") + names.place(channel)
        case .kick: return say("kick", "mời ra khỏi clan")
        case .unban: return say("let them come back", "cho phép quay lại clan")
        case .addRole(let role, _, _): return say("give role \(role)", "gán lại vai trò \(role)")
        case .removeRole(let role, _, _): return say("take role \(role)", "gỡ vai trò \(role)")
        }
    }

    /// What moderators read when cases were taken back.
    func undone(_ reversal: Reversal, by name: String, isEnforced: (String) -> Bool) -> String {
        let head = say("↩ \(name.shown) took back:", "↩ \(name.shown) đã gỡ:")
        return Self.fitting([head] + plan(reversal, isEnforced: isEnforced), more: "…")
    }

    /// As many lines as a chat message bears.
    private static func fitting(_ lines: [String], more: String) -> String {
        var text = ""
        for line in lines {
            guard text.count + line.count < 3500 else { return text + "\n" + more }
            text += (text.isEmpty ? "" : "\n") + line
        }
        return text
    }
}
