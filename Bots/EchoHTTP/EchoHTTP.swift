import BotKit
import Foundation

/// A bot that shows the response of a web address, if the operator allows it: `*http https://api.example.org/status`.
struct EchoHTTP: Bot {
    struct Options: BotOptions {
        /// The maximum number of characters shown of the body.
        var most = 500
    }

    static let manifest = Manifest("echo-http", "Shows the response of a web address.", needs: [.reply])
    let options: Options

    var commands: [Command<Self>] {
        Command("http", "Show the response of a web address", vi: "Xem một địa chỉ web trả lời gì", cooldown: .seconds(5)) {
            (context, address: URL) in
            do {
                return [.reply(page(try await context.http.get(address.absoluteString)))]
            } catch let failure as HTTPError {
                throw UsageError(message(failure), about: 0)
            }
        }
    }

    private func page(_ answer: HTTPResponse) -> Draft {
        let kind = answer.headers["content-type"] ?? "no type"
        let head = "\(answer.status) \(kind), \(answer.body.count) bytes"
        let body = String(answer.text.prefix(max(0, options.most)))
        guard !body.isEmpty else { return Draft(head) }
        let text = "\(head)\n\(body)"
        let range = TextRange(head.utf16.count + 1, text.utf16.count)
        return Draft(Content(text, markup: [Markup("pre", range)]))
    }

    private func message(_ failure: HTTPError) -> LocalizedText {
        switch failure {
        case .notAllowed(let origin): LocalizedText("I am not allowed to read \(origin)", vi: "tôi không được phép đọc \(origin)")
        case .insideAddress(let host, _): LocalizedText("\(host) is not a public host", vi: "\(host) trỏ vào mạng nội bộ")
        case .timedOut(let time): LocalizedText("no response within \(time)", vi: "không có trả lời trong \(time)")
        default: LocalizedText("\(failure)", vi: "không đọc được: \(failure)")
        }
    }
}
