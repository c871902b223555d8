import BotKit
import Foundation

/// A bot that passes each question to a web server: those with even numbers to one, the others to another.
struct RequestingBot: Bot {
    struct Options: BotOptions {
        var even = ""
        var odd = ""
    }

    static let manifest = Manifest("requesting", needs: [.reply, .request])
    let options: Options

    func precheck(_ message: Message) -> Verdict { message.text.hasPrefix("question ") ? .pass : .skip("not a question") }

    func handle(_ message: Message, _ prepared: Void, _ context: Context) throws -> [Action] {
        [.request(try request(message.text))]
    }

    var commands: [Command<Self>] {
        Command("ask", "Ask a server") { (_, question: RemainingText) in [.request(try request(question.text))] }
    }

    private func request(_ question: String) throws -> WebRequest {
        let isEven = question.split(separator: " ").last.flatMap { Int($0) }?.isMultiple(of: 2) == true
        let body = WebBody(Data(question.utf8), type: "text/plain")
        return try WebRequest("ask", .post, isEven ? options.even : options.odd, body, attempts: 12, note: question)
    }

    func onResponse(_ response: WebResponse, _ context: Context) throws -> [Action] {
        let question: String = try response.note()
        return [.reply("answer to \(question): \(response.success?.text ?? response.failure ?? "no success")")]
    }
}
