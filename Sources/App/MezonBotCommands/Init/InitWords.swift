import BotConfiguration
import MezonBotApp

/// The texts of `mezon-bot init` in one language.
struct InitWords {
    let language: AccountSettings.Locale

    private func text(_ english: String, _ vietnamese: String) -> String { language == .vi ? vietnamese : english }

    func introduction(_ file: String) -> String {
        text(
            "This writes \(file). Enter takes the value in brackets; Ctrl-C ends it, and nothing is written.",
            "Lệnh này tạo \(file). Nhấn Enter để dùng giá trị trong ngoặc; Ctrl-C để dừng, chưa ghi gì cả.")
    }

    var name: String { text("Name of the bot", "Tên của bot") }

    var badName: String {
        text("up to 40 letters, digits, spaces and . _ -", "tối đa 40 chữ cái, chữ số, dấu cách và các dấu . _ -")
    }

    var gateway: String {
        text(
            "Gateway: local (inside the bot, to try it), mezon, or the address of another",
            "Máy chủ: local (bên trong bot, để chạy thử), mezon, hoặc địa chỉ của máy chủ khác")
    }

    var badGateway: String {
        text(
            "write local, mezon, host, host:port or https://host:port",
            "hãy viết local, mezon, host, host:port hoặc https://host:port")
    }

    var insecureGateway: String {
        text(
            "http is only allowed for this machine, because the token could be read in transit",
            "http chỉ dùng được với chính máy này, vì token có thể bị đọc trộm trên đường truyền")
    }

    var clan: String {
        text(
            "Id of your clan (right-click it in Mezon to copy it; empty: all)",
            "Id của clan (nhấn chuột phải trong Mezon để sao chép; bỏ trống: mọi clan)")
    }

    var general: String {
        text(
            "Id of the channel for welcomes and reminders (empty: none)",
            "Id của kênh để chào mừng và nhắc việc (bỏ trống: không có)")
    }

    var moderators: String {
        text("Id of the moderators' channel (empty: none)", "Id của kênh dành cho người điều hành (bỏ trống: không có)")
    }

    var badID: String { text("an id has digits only, at most 19", "id chỉ gồm chữ số, tối đa 19 chữ số") }

    var rules: String { text("Rules to start with:", "Các luật để bắt đầu:") }

    var choice: String {
        text("Numbers or names, separated by commas; none", "Số hoặc tên, cách nhau bằng dấu phẩy; none: không có")
    }

    func needsGeneral(_ rule: StarterRule) -> String {
        text(
            "\(rule.rawValue) needs a channel for welcomes and reminders (--general)",
            "\(rule.rawValue) cần kênh để chào mừng và nhắc việc (--general)")
    }

    func unknownRule(_ word: String, _ known: [String]) -> String {
        text(
            "'\(word)' is unknown; there are \(known.joined(separator: ", "))",
            "không có '\(word)'; các luật: \(known.joined(separator: ", "))")
    }

    var ended: String { text("the input ended; nothing was written", "đã hết dữ liệu nhập; chưa ghi gì cả") }

    func conclusion(file: String, option: String, isLocal: Bool) -> String {
        let start =
            isLocal
            ? """
            mezon-bot run\(option)
            mezon-bot chat --as guest       # \(text("in a second terminal", "trong cửa sổ dòng lệnh thứ hai"))
            """
            : """
            export MEZON_BOT_ID=… MEZON_BOT_TOKEN=…    # \(text("where from: Documentation/DeveloperPortal.md", "lấy ở đâu: Documentation/DeveloperPortal.md"))
            mezon-bot doctor\(option)
            mezon-bot run\(option)
            """
        let steps = start.split(separator: "\n").map { "  \($0)" }.joined(separator: "\n")
        return text("\(file) was written. Next:", "Đã ghi \(file). Tiếp theo:") + "\n" + steps
    }
}
