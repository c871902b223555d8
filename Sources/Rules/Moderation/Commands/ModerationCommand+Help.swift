package import BotKit

extension ModerationCommandHandler {
    /// The help topics of the moderation commands.
    package static let topics = [
        HelpTopic(
            "why", "As a reply: explains the bot's decisions about that message.",
            vi: "Trả lời một tin nhắn: vì sao tôi đã xử lý hoặc bỏ qua tin đó."),
        HelpTopic("case <number>", "Shows a case with its evidence.", vi: "Xem một hồ sơ cùng bằng chứng."),
        HelpTopic("cases @user", "Lists a user's latest cases.", vi: "Các hồ sơ gần đây của một người."),
        HelpTopic(
            "unlock", "Ends the lock and slow mode of this channel.", vi: "Mở khóa kênh này và tắt chế độ chậm."),
        HelpTopic("undo <number>", "Undoes a case.", vi: "Thu hồi một hồ sơ."),
    ]
}
