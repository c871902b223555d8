package import ChatModel

/// The reason why a request was not accepted. Ambiguous requests lead to a question rather than a guess.
package struct PhraseError: Error, Hashable, Sendable {
    package enum Reason: Hashable, Sendable, CaseIterable {
        /// The request can be read in several ways: `8/5`, `at 7`, `next friday`.
        case ambiguous
        case past
        /// The day or time does not exist: 31 February, 25:00.
        case impossible
        /// The time is more than ten years ahead.
        case tooFar
        /// The recurrence is more frequent than once a minute.
        case tooOften
        case missingWhen
        /// The clock time is missing, as after `today`.
        case missingClock
        /// The day is missing, as after `every week`.
        case missingDay
        case missingWhat
        /// The number of the reminder is missing, as after `cancel`.
        case missingNumber
        /// The time is vague: `later`, `lát nữa`.
        case vague
        /// The day is of the lunar calendar.
        case lunar
        case unknownZone
        /// The text has more than 500 characters.
        case tooLong
    }

    package var reason: Reason
    /// The range of the words concerned, in UTF-16 units; empty at the end of the text if something is missing.
    package var range: TextRange
    /// The words concerned.
    package var words: String
    /// The meanings of an ambiguous request, the soonest first; may be empty if they are not times.
    package var readings: [ResolvedPhrase]

    package init(_ reason: Reason, at range: TextRange, words: String = "", readings: [ResolvedPhrase] = []) {
        self.reason = reason
        self.range = range
        self.words = words
        self.readings = readings
    }

    /// One sentence for the author of the request.
    package var wording: LocalizedText { reason.wording(words) }
}

extension PhraseError.Reason {
    fileprivate func wording(_ words: String) -> LocalizedText {
        switch self {
        case .ambiguous:
            LocalizedText(
                "\"\(words)\" can mean several times; which one?", vi: "\"\(words)\" có thể hiểu nhiều cách; ý bạn là lúc nào?")
        case .past: LocalizedText("\"\(words)\" has passed", vi: "\"\(words)\" đã qua rồi")
        case .impossible: LocalizedText("there is no such time as \"\(words)\"", vi: "không có thời điểm nào là \"\(words)\"")
        case .tooFar: LocalizedText("\"\(words)\" is more than ten years ahead", vi: "\"\(words)\" còn hơn mười năm nữa")
        case .tooOften:
            LocalizedText(
                "\"\(words)\" is too frequent; once a minute is the maximum",
                vi: "\"\(words)\" là quá dày; nhiều nhất là mỗi phút một lần")
        case .missingWhen where words.isEmpty:
            LocalizedText(
                "say when, first or last: \"in 20 minutes\", \"tomorrow at 9:00\", \"every weekday at 9:00\"",
                vi: "hãy nói lúc nào, ở đầu hoặc cuối câu: \"20 phút nữa\", \"mai lúc 9h\", \"mỗi ngày làm việc lúc 9h\"")
        case .missingWhen:
            LocalizedText(
                "\"\(words)\" does not say when to remind; put the time first or last: \"tomorrow at 9:00\"",
                vi: "\"\(words)\" chưa nói lúc nào cần nhắc; hãy đặt thời điểm ở đầu hoặc cuối câu: \"mai lúc 9h\"")
        case .missingClock: LocalizedText("\"\(words)\", and at what time?", vi: "\"\(words)\", nhưng lúc mấy giờ?")
        case .missingDay: LocalizedText("\"\(words)\", and on which day?", vi: "\"\(words)\", nhưng vào ngày nào?")
        case .missingWhat: LocalizedText("say what to remind of", vi: "hãy nói cần nhắc việc gì")
        case .missingNumber: LocalizedText("say which one, by its number", vi: "hãy nói số thứ tự của lời nhắc")
        case .vague:
            LocalizedText(
                "\"\(words)\" is not a specific time; say when", vi: "\"\(words)\" chưa rõ là lúc nào; hãy nói rõ thời điểm")
        case .lunar:
            LocalizedText(
                "\"\(words)\" is a lunar date, which is not supported; give the solar date",
                vi: "\"\(words)\" là ngày âm lịch, ở đây chỉ đọc ngày dương lịch; hãy ghi ngày dương")
        case .unknownZone:
            LocalizedText(
                "\"\(words)\" is not a time zone, or is ambiguous; write \"Asia/Ho_Chi_Minh\", \"UTC\" or \"UTC+7\"",
                vi:
                    "\"\(words)\" không phải múi giờ, hoặc chỉ nhiều múi giờ; hãy viết \"Asia/Ho_Chi_Minh\", \"UTC\" hoặc \"UTC+7\""
            )
        case .tooLong: LocalizedText("a reminder has at most 500 characters", vi: "lời nhắc dài nhất là 500 ký tự")
        }
    }
}
