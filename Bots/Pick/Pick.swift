import BotKit
import Foundation

/// A bot that chooses one of several items: `*pick phở | bún chả | cơm tấm`.
struct Pick: Bot {
    static let manifest = Manifest("pick", "Picks one of several items: *pick a | b | c.", needs: [.reply])
    let options: NoOptions

    var commands: [Command<Self>] {
        Command(
            "pick", "Pick one of several", vi: "Chọn ngẫu nhiên một", arguments: [LocalizedText("a | b | c", vi: "a | b | c")]
        ) {
            (context, choices: RemainingText) in
            let all = choices.text.split(separator: "|").map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }.filter {
                !$0.isEmpty
            }
            guard all.count > 1 else {
                throw UsageError(
                    LocalizedText("write two or more items, separated by |", vi: "cần ít nhất hai mục, cách nhau bởi |"), about: 0
                )
            }
            var random = context.random
            return [.reply(Draft(all.randomElement(using: &random) ?? ""))]
        }
    }
}
