import Foundation

/// The reason why a dialogue ends early, with its message.
enum DialogueEndReason: String, Sendable {
    case cancelled = "it was cancelled"
    case late = "the answer came too late"
    case mistakes = "the answers could not be read"
    case changed = "it has changed meanwhile"
    case replaced = "another has begun"
    case full = "there is no room for more"

    /// Returns the message to the user.
    ///
    /// - Parameter command: The command as users write it: `*leave`.
    func wording(of command: String) -> LocalizedText {
        switch self {
        case .cancelled: LocalizedText("\(command) was cancelled.", vi: "Đã huỷ \(command).")
        case .late:
            LocalizedText(
                "The time to answer has expired, so \(command) was cancelled. You can start again.",
                vi: "Đã hết thời gian trả lời nên \(command) kết thúc. Bạn có thể bắt đầu lại.")
        case .mistakes:
            LocalizedText(
                "I could not read your answers, so \(command) was cancelled. You can start again.",
                vi: "Tôi không đọc được các câu trả lời nên \(command) kết thúc ở đây. Bạn có thể bắt đầu lại.")
        case .changed:
            LocalizedText(
                "\(command) has changed since you started, so it was cancelled. Please start again.",
                vi: "\(command) đã thay đổi từ khi bạn bắt đầu nên kết thúc ở đây. Mời bạn bắt đầu lại.")
        case .replaced: LocalizedText("(The earlier \(command) was cancelled.)", vi: "(\(command) bắt đầu trước đó đã kết thúc.)")
        case .full:
            LocalizedText(
                "No more data can be stored, so \(command) was cancelled.",
                vi: "Không còn chỗ để ghi nhớ thêm nên \(command) kết thúc ở đây.")
        }
    }

    /// Returns whether the user wants to cancel. Huy is also a personal name, so that word needs the prefix.
    static func isCancel(_ text: String, prefix: String) -> Bool {
        let word = text.trimmingCharacters(in: .whitespacesAndNewlines).lowercased()
        if ["cancel", "huỷ", "hủy"].contains(word) { return true }
        guard !prefix.isEmpty, word.hasPrefix(prefix.lowercased()) else { return false }
        return ["cancel", "stop", "huỷ", "hủy", "huy", "thôi", "thoi"].contains(String(word.dropFirst(prefix.count)))
    }
}
