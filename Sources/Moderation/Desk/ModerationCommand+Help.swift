package import BotKit

extension ModerationCommandHandler {
    /// The help topics of the moderation commands.
    package static let topics = [
        HelpTopic(
            "why", "As a reply: why I did what I did about that message, or did not.",
            vi: "Trả lời một tin nhắn: vì sao tôi đã xử lý hoặc bỏ qua tin đó."),
        HelpTopic("case <number>", "One case with its evidence.", vi: "Xem một hồ sơ cùng bằng chứng."),
        HelpTopic("cases @somebody", "The latest cases of somebody.", vi: "Các hồ sơ gần đây của một người."),
        HelpTopic("undo <number>", "Takes a case back.", vi: "Thu hồi một hồ sơ."),
    ]
}
