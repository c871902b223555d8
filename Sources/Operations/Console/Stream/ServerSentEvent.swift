/// An event of a `text/event-stream`.
struct ServerSentEvent: Sendable, Hashable {
    /// The id that a browser sends when it resumes; nil keeps the last one.
    var id: Int64?
    var name: String
    var data: String

    /// The text of the event. Line breaks of the data become several data lines.
    var text: String {
        var text = id.map { "id: \($0)\n" } ?? ""
        text += "event: \(name)\n"
        let lines = data.split(omittingEmptySubsequences: false) { $0.isNewline }
        for line in lines { text += "data: \(line)\n" }
        return text + "\n"
    }

    /// A comment that keeps a connection alive.
    static let signOfLife = ": alive\n\n"
}
