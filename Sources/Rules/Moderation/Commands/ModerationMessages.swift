package import BotConfiguration
import ChatModel
package import Foundation
import Storage

/// The messages of the moderation commands, in the bot's language.
package struct ModerationMessages: Sendable, Hashable {
    let locale: AccountSettings.Locale
    let zone: TimeZone
    private let names: CaseNameResolver
    /// A Boolean value that indicates whether cases of several clans are listed together.
    private let isAcrossClans: Bool

    /// - Parameters:
    ///   - zone: The time zone in which times are shown.
    ///   - names: The names shown next to ids.
    ///   - isAcrossClans: A Boolean value that indicates whether cases of several clans are listed together.
    package init(
        _ locale: AccountSettings.Locale, in zone: TimeZone, names: CaseNameResolver = CaseNameResolver(),
        isAcrossClans: Bool = false
    ) {
        self.locale = locale
        self.zone = zone
        self.names = names
        self.isAcrossClans = isAcrossClans
    }

    /// Returns the messages with the names of the users and channels concerned.
    func naming(_ names: CaseNameResolver) -> ModerationMessages {
        ModerationMessages(locale, in: zone, names: names, isAcrossClans: isAcrossClans)
    }

    /// Returns the messages without the names of some channels.
    func hiding(_ isHidden: (ChannelID) -> Bool) -> ModerationMessages { naming(names.hiding(isHidden)) }

    private func say(_ english: String, _ vietnamese: String) -> String { locale == .vi ? vietnamese : english }

    var nothingKnown: String {
        say("Nothing is known about that message.", "Tôi không có thông tin gì về tin nhắn đó.")
    }

    func whyNeedsAReply(_ prefix: String) -> String {
        say("Send \(prefix)why as a reply to the message.", "Hãy trả lời tin nhắn cần hỏi bằng lệnh \(prefix)why.")
    }

    func needsNumber(_ command: String, _ prefix: String) -> String {
        say("Give a case number: \(prefix)\(command) 12", "Hồ sơ số mấy? \(prefix)\(command) 12")
    }

    func needsPerson(_ prefix: String) -> String {
        say("Mention a user: \(prefix)cases @user", "Của ai? \(prefix)cases @tên")
    }

    func noCase(_ id: Int64) -> String { say("There is no case #\(id).", "Không có hồ sơ #\(id).") }

    /// Returns the answer to `*why`: every step that acted or declined, without internal jobs.
    func why(_ explanation: Explanation) -> String {
        var lines: [String] = []
        for report in explanation.entries {
            let revision = report.revision.map { say(" · revision \($0.version)", " · phiên bản \($0.version)") } ?? ""
            lines.append("#\(report.sequence) \(report.kind) · \(report.at.stamp(in: zone))\(revision)")
            for step in report.steps {
                lines.append("• \(step.who): \(step.what)" + (step.why.isEmpty ? "" : " — \(step.why)"))
                lines += step.deliveries.map { "   → \($0)" }
            }
            if report.steps.isEmpty {
                lines.append(say("• no rule or bot responded", "• không có quy tắc nào tác động"))
            }
        }
        return Self.fitting(lines, more: say("… more with mezon-bot rules explain", "… còn nữa: mezon-bot rules explain"))
    }

    func list(_ incidents: [Incident], of user: UserID, hiding hidden: HiddenContent) -> String {
        guard !incidents.isEmpty else { return say("There is no case about \(user).", "Không có hồ sơ nào về \(user).") }
        return Self.fitting(incidents.reversed().map { line($0, hiding: hidden) }, more: "…")
    }

    /// Returns a case in one line:
    /// `#12 delete, mute until … · 2026-01-07 10:21:03 UTC · An (…202) in Lab/#general · rule:flood · reason · in force`.
    package func line(_ incident: Incident) -> String { line(incident, hiding: nil) }

    private func line(_ incident: Incident, hiding hidden: HiddenContent?) -> String {
        let leading = incident.leading
        let until =
            incident.measures.compactMap(\.draft.until).max()
            .map { say(" until \($0.stamp(in: zone))", " đến \($0.stamp(in: zone))") } ?? ""
        let kinds = incident.measures.map(\.draft.kind).uniqued.joined(separator: ", ")
        let reason = reason(of: incident, hiding: hidden)
        return "\(reference(incident.number, incident.clan)) \(kinds)\(until) · \(leading.createdAt.stamp(in: zone))"
            + " · \(location(leading.draft)) · \(leading.author)\(reason.isEmpty ? "" : " · \(reason)") · \(status(incident))"
    }

    /// Returns the reason of a case, which may quote a message of its channel.
    private func reason(of incident: Incident, hiding hidden: HiddenContent?) -> String {
        let draft = incident.leading.draft
        guard let hidden, !draft.reason.isEmpty, !draft.channel.isNone, hidden.hides(draft.channel) else {
            return draft.reason.terminalLine
        }
        let command = "\(hidden.prefix)case \(incident.number)"
        return say("the reason is private: ask \(command) there", "lý do riêng tư: hãy hỏi \(command) ở đó")
    }

    /// Returns the reference of a case: its number in chats, preceded by the clan if cases of several clans are listed.
    func reference(_ number: Int64, _ clan: ClanID) -> String { isAcrossClans ? "\(names.clan(clan))/\(number)" : "#\(number)" }

    /// Returns the user and channel of a case: `An (…202) in Lab/#general`.
    private func location(_ draft: CaseDraft) -> String {
        let user = names.short(draft.user)
        guard !draft.channel.isNone else {
            return draft.clan.isNone ? user : say("\(user) in ", "\(user) tại ") + names.clan(draft.clan)
        }
        return say("\(user) in ", "\(user) tại ") + names.channelPath(draft.channel)
    }

    package func status(_ incident: Incident) -> String {
        let refused = incident.refused.map { "\($0.draft.kind) " + status($0) }
        return ([status(incident.leading)] + refused).joined(separator: "; ")
    }

    private func status(_ record: StoredCase) -> String {
        switch record.status {
        case .open where record.hasFailed:
            let reason = record.actionResults.compactMap(\.reason).first.map { ": \($0.terminalLine)" } ?? ""
            return say("could not be carried out\(reason)", "không thực hiện được\(reason)")
        case .open where record.inverses.isEmpty: return say("done", "đã thực hiện") + exceptions(record)
        case .open: return say("in force", "đang có hiệu lực") + exceptions(record)
        case .ended(let date): return say("expired \(date.stamp(in: zone))", "hết hạn từ \(date.stamp(in: zone))")
        case .undone(let date, let name):
            return say(
                "undone \(date.stamp(in: zone)) by \(name.terminalLine)",
                "\(name.terminalLine) đã gỡ lúc \(date.stamp(in: zone))")
        }
    }

    /// Returns the parts that failed: " in 44 of 45, but not in Lab/#staff: …".
    private func exceptions(_ record: StoredCase) -> String {
        let refused = record.refusedParts
        guard !refused.isEmpty else { return "" }
        let done = record.actionResults.count - refused.count
        let channels = refused.prefix(Self.maxExceptions).map {
            names.channelPath($0.channel) + ($0.reason.map { ": \($0.terminalLine)" } ?? "")
        }
        let list = channels.joined(separator: "; ") + (refused.count > Self.maxExceptions ? "; …" : "")
        return say(
            " in \(done) of \(record.actionResults.count), but not in \(list)",
            " ở \(done)/\(record.actionResults.count) nơi, nhưng không ở \(list)")
    }

    private static let maxExceptions = 5

    /// Evidence and reasons that an answer leaves out, because not everybody who may ask for a case can read where they come from.
    struct HiddenContent {
        /// The prefix of commands, for how to see it.
        let prefix: String
        let hides: (ChannelID) -> Bool
    }

    /// A case with all that is known of it.
    package func detail(_ incident: Incident) -> String { detail(incident, hiding: nil) }

    /// - Parameter hidden: Nil where everything is shown.
    func detail(_ incident: Incident, hiding hidden: HiddenContent?) -> String {
        let leading = incident.leading
        let draft = leading.draft
        var lines = [
            line(incident, hiding: hidden),
            say("user: ", "ai: ") + names.whole(draft.user) + say(" · entry #\(leading.cause)", " · mục #\(leading.cause)")
                + (draft.message.isNone ? "" : say(" · message \(draft.message)", " · tin nhắn \(draft.message)")),
            say("rules revision: \(leading.version)", "phiên bản quy tắc: \(leading.version)"),
        ]
        lines += incident.evidence.map { evidence in
            let files = evidence.attachments.isEmpty ? "" : " [\(evidence.attachments.joined(separator: ", ").terminalLine)]"
            let source = say("evidence", "bằng chứng") + " \(evidence.at.stamp(in: zone)) \(names.short(evidence.author)): "
            if let hidden, hidden.hides(evidence.channel) {
                return source + privateEvidence(incident.number, in: names.channelPath(evidence.channel), hidden.prefix)
            }
            return source + "\(evidence.text.terminalLine)\(files)"
        }
        lines += plan(Reversal(incident.measures, known: [], at: leading.createdAt))
        return Self.fitting(lines, more: "…")
    }

    private func privateEvidence(_ number: Int64, in channelPath: String, _ prefix: String) -> String {
        say(
            "the text is from the private channel \(channelPath): ask \(prefix)case \(number) there, or see `mezon-bot cases show`",
            "nội dung thuộc kênh riêng tư \(channelPath): hãy hỏi \(prefix)case \(number) ở đó, hoặc xem `mezon-bot cases show`")
    }

    /// Returns the effect of undoing cases, one line each, followed by the rules that would act again.
    package func plan(_ reversal: Reversal, isEnforced: (String) -> Bool = { _ in false }) -> [String] {
        reversal.items.map { item in
            "\(reference(item.record.number, item.record.draft.clan)) \(item.record.draft.kind) (\(names.short(item.record.draft.user))): "
                + consequence(item)
                + (item.strike.map { "; " + refunded($0) } ?? "")
        } + reversal.rules.filter(isEnforced).map(stillEnforced)
    }

    private func refunded(_ strike: Strike) -> String {
        say("'\(strike.counter)' is reduced by \(strike.by)", "trả lại \(strike.by) cho '\(strike.counter)'")
    }

    private func stillEnforced(_ rule: String) -> String {
        say(
            "⚠ The rule \(rule) is still enforced and will act again. Set `mode: shadow` or disable it first.",
            "⚠ Quy tắc \(rule) vẫn đang có hiệu lực và sẽ phạt tiếp. Hãy đặt `mode: shadow` hoặc tắt nó trước.")
    }

    private func consequence(_ item: Reversal.Item) -> String {
        switch item.outcome {
        case .reverses(let actions): return actions.map(sentence).joined(separator: ", ")
        case .onlyNoted: return say("nothing is in force; the case is marked as undone", "không có gì cần gỡ; chỉ ghi nhận")
        case .wasRefused(let reason):
            return say(
                "it was never carried out (\(reason.terminalLine)); the case is marked as undone",
                "chưa từng thực hiện được (\(reason.terminalLine)); chỉ ghi nhận")
        case .heldBy(let others, _):
            let list = others.map { "#\($0)" }.joined(separator: ", ")
            return say(
                "the case is marked as undone, but \(list) remains in force", "gỡ hồ sơ này, nhưng \(list) vẫn còn hiệu lực")
        case .irreversible where item.record.draft.kind == "kick":
            return say("cannot be undone: send an invitation", "không gỡ được: hãy gửi lời mời lại")
        case .irreversible:
            return say("cannot be undone: the text is in the evidence", "không gỡ được: nội dung nằm trong bằng chứng")
        case .overButCounted: return say("it has expired", "đã hết thời hạn")
        case .alreadyOver: return say("it has already ended", "đã kết thúc rồi") + " (\(status(item.record)))"
        }
    }

    private func sentence(_ action: MemberAction) -> String {
        switch action {
        case .mute(_, let channel, let until, _):
            return say("mute in ", "cấm nói ở ") + names.channelPath(channel) + (until.map { " → \($0.stamp(in: zone))" } ?? "")
        case .unmute(_, let channel): return say("unmute in ", "bỏ cấm nói ở ") + names.channelPath(channel)
        case .kick: return say("kick", "mời ra khỏi clan")
        case .unban: return say("allow them to rejoin", "cho phép quay lại clan")
        case .addRole(let role, _, _): return say("give role \(role)", "gán lại vai trò \(role)")
        case .removeRole(let role, _, _): return say("remove role \(role)", "gỡ vai trò \(role)")
        }
    }

    /// Returns the notice to moderators that cases were undone.
    func undone(_ reversal: Reversal, by name: String, isEnforced: (String) -> Bool) -> String {
        let head = say("↩ \(name.terminalLine) undid:", "↩ \(name.terminalLine) đã gỡ:")
        return Self.fitting([head] + plan(reversal, isEnforced: isEnforced), more: "…")
    }

    /// Returns as many lines as fit into a chat message.
    private static func fitting(_ lines: [String], more: String) -> String {
        var text = ""
        for line in lines {
            guard text.count + line.count < 3500 else { return text + "\n" + more }
            text += (text.isEmpty ? "" : "\n") + line
        }
        return text
    }
}

extension [String] {
    fileprivate var uniqued: [String] { reduce(into: []) { if !$0.contains($1) { $0.append($1) } } }
}
