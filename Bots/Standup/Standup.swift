import BotKit
import Foundation

/// A bot that collects daily reports: `*standup` opens a round, `*standup yesterday | today | blockers` and `*done …` add to it.
struct Standup: Bot {
    struct Options: BotOptions {
        /// The duration of a round; after it, the next `*standup` opens another.
        var hours = 16
    }

    struct Report: Codable, Sendable {
        var user: UserID
        var name: String
        /// The work done, the work planned and the obstacles.
        var parts: [String]
    }

    struct State: BotState {
        /// The start of the round; nil before the first one.
        var openedAt: Date?
        /// The reports in the order of arrival.
        var reports: [Report] = []
    }

    static let manifest = Manifest("standup", "Collects daily reports: *standup, *done, *standup show.", needs: [.reply])
    private static let maxReports = 60  // With the next two limits, within the state size of a channel.
    private static let maxBytes = 1000
    private static let maxShown = 12_000  // Bytes of the list of reports: a few messages.
    let options: Options

    var commands: [Command<Self>] {
        Command(
            "standup", "Start a round, or report in it", vi: "Mở một lượt báo cáo, hoặc báo cáo trong lượt đó",
            arguments: [LocalizedText("yesterday | today | blockers", vi: "hôm qua | hôm nay | vướng mắc")]
        ) { (context, report: RemainingText?) in
            guard let report else { return try await open(context) }
            let parts = report.text.split(separator: "|", omittingEmptySubsequences: false).map(Self.trimmed)
            guard parts.count <= 3 else {
                throw UsageError(LocalizedText("at most three parts are allowed", vi: "nhiều nhất ba phần"), about: 0)
            }
            return try await note(context) { $0 = parts + $0.dropFirst(parts.count) }
        }
        Command("done", "Add finished work to your report", vi: "Thêm việc đã xong vào báo cáo của bạn") {
            (context, what: RemainingText) in
            try await note(context) { parts in
                let before = parts.first ?? ""
                parts = [Self.trimmed((before.isEmpty ? "" : before + "; ") + what.text)] + parts.dropFirst()
            }
        }
        Command("standup show", "Show the reports of this round", vi: "Xem các báo cáo của lượt này") { context in
            let state = try await context.state(.channel).value
            guard isOpen(state, at: context.now) else { return [.reply(closed(context))] }
            var text = context.words("Reports (\(state.reports.count)):", vi: "Báo cáo (\(state.reports.count)):")
            for (index, report) in state.reports.enumerated() {
                let line = "\n" + Self.line(report, context)
                guard text.utf8.count + line.utf8.count <= Self.maxShown else {
                    text += "\n+\(state.reports.count - index)"
                    break
                }
                text += line
            }
            return [.reply(Draft(text))]
        }
    }

    private func isOpen(_ state: State, at now: Date) -> Bool {
        state.openedAt.map { now.timeIntervalSince($0) < Double(options.hours) * 3600 } ?? false
    }

    private func open(_ context: Context) async throws -> [Action] {
        let isNew = try await context.state(.channel).update { state in
            guard !isOpen(state, at: context.now) else { return false }
            state = State(openedAt: context.now)
            return true
        }
        let prefix = context.prefix
        return [
            .reply(
                isNew
                    ? context.say(
                        "Good morning! Write \(prefix)standup yesterday | today | blockers",
                        vi: "Chào buổi sáng! Hãy gõ \(prefix)standup hôm qua | hôm nay | vướng mắc")
                    : context.say(
                        "A round is already open; \(prefix)standup show lists its reports.",
                        vi: "Lượt báo cáo đang mở; gõ \(prefix)standup show để xem."))
        ]
    }

    private func note(
        _ context: Context, _ change: @escaping @Sendable (inout [String]) -> Void
    ) async throws -> [Action] {
        let name = (context.message?.author.name ?? "").prefix(bytes: 60)
        let count = try await context.state(.channel).update { state -> Int? in
            guard isOpen(state, at: context.now) else { return nil }
            let index = state.reports.firstIndex { $0.user == context.user } ?? state.reports.count
            if index == state.reports.count {
                guard index < Self.maxReports else {
                    throw UsageError(
                        LocalizedText(
                            "this round has \(Self.maxReports) reports and takes no more",
                            vi: "lượt này đã có \(Self.maxReports) báo cáo và không nhận thêm"))
                }
                state.reports.append(Report(user: context.user, name: name, parts: []))
            }
            change(&state.reports[index].parts)
            return state.reports.count
        }
        guard let count else { return [.reply(closed(context))] }
        return [.reply(context.say("Thank you. Reports so far: \(count).", vi: "Cảm ơn bạn. Đã có \(count) báo cáo."))]
    }

    private func closed(_ context: Context) -> Draft {
        context.say(
            "No round is open; \(context.prefix)standup starts one.",
            vi: "Chưa có lượt báo cáo nào; gõ \(context.prefix)standup để mở.")
    }

    private static func line(_ report: Report, _ context: Context) -> String {
        let titles = [
            context.words("yesterday", vi: "hôm qua"), context.words("today", vi: "hôm nay"),
            context.words("blockers", vi: "vướng mắc"),
        ]
        let parts = zip(titles, report.parts).filter { !$1.isEmpty }.map { "  \($0): \($1)" }
        return (["• \(report.name)"] + parts).joined(separator: "\n")
    }

    private static func trimmed(_ text: some StringProtocol) -> String {
        text.trimmingCharacters(in: .whitespacesAndNewlines).prefix(bytes: maxBytes)
    }
}
