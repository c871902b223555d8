import ChatModel
import ConnectorKit

/// Formats a GitHub event as one line; a push adds a line for each of its first commits.
struct GitHubEvent {
    private static let maxCommits = 5
    private static let maxTitleLength = 200

    private let name: String
    private let body: [String: JSONValue]

    init(_ name: String, _ body: [String: JSONValue]) {
        self.name = name
        self.body = body
    }

    var message: WebhookMessage {
        WebhookMessage(
            author: WebhookMessage.name(text("sender", "login")), avatar: WebhookMessage.address(value("sender", "avatar_url")),
            content: line.content)
    }

    private var line: MarkupBuilder {
        switch name {
        case "push": push
        case "issues": topic("issue", about: "issue")
        case "pull_request": topic("pull_request", about: "pull request")
        case "issue_comment": comment
        case "release": release
        case "ping": summary(" says hello", quoting: text("zen"), linkedTo: nil)
        default:
            summary(" (\(Self.brief(name))\(text("action").map { ", \(Self.brief($0))" } ?? ""))", quoting: nil, linkedTo: nil)
        }
    }

    private var push: MarkupBuilder {
        let branch = text("ref").map { ref in
            Self.brief(["refs/heads/", "refs/tags/"].first { ref.hasPrefix($0) }.map { String(ref.dropFirst($0.count)) } ?? ref)
        }
        let commits = body["commits"]?.array ?? []
        var action = " pushed \(commits.count) \(commits.count == 1 ? "commit" : "commits") to \(branch ?? "?")"
        if body["deleted"] == .bool(true) { action = " deleted \(branch ?? "?")" }
        var text = summary(action, quoting: nil, linkedTo: WebhookMessage.address(body["compare"]))
        for commit in commits.prefix(Self.maxCommits) {
            guard let commit = commit.object else { continue }
            var line = MarkupBuilder()
            line.append(String((commit["id"]?.string ?? "").prefix(7)), as: "c")
            line.append(" \(Self.brief(Self.firstLine(commit["message"]?.string ?? "")))")
            text.append(line: line)
        }
        if commits.count > Self.maxCommits { text.append("\n… \(commits.count - Self.maxCommits) more") }
        return text
    }

    private func topic(_ key: String, about word: String) -> MarkupBuilder {
        let isMerged = value(key, "merged") == .bool(true) && text("action") == "closed"
        let action = isMerged ? "merged" : text("action").map { Self.brief($0.replacing("_", with: " ")) } ?? "changed"
        return summary(
            " \(action) \(word) #\(value(key, "number")?.shown ?? "?")", quoting: text(key, "title"),
            linkedTo: WebhookMessage.address(value(key, "html_url")))
    }

    private var comment: MarkupBuilder {
        let action =
            switch text("action") {
            case "created": "commented on"
            case "deleted": "deleted a comment on"
            default: "edited a comment on"
            }
        var line = summary(
            " \(action) #\(value("issue", "number")?.shown ?? "?")", quoting: text("issue", "title"),
            linkedTo: WebhookMessage.address(value("comment", "html_url")))
        if text("action") == "created", let comment = text("comment", "body") {
            line.append("\n" + Self.brief(Self.firstLine(comment)))
        }
        return line
    }

    private var release: MarkupBuilder {
        let tag = text("release", "tag_name") ?? "?"
        let name = text("release", "name")
        return summary(
            " \(Self.brief(text("action") ?? "changed")) release \(Self.brief(tag))", quoting: name == tag ? nil : name,
            linkedTo: WebhookMessage.address(value("release", "html_url")))
    }

    /// Formats a line: `octocat deed in octo/hello: title (address)`
    private func summary(_ action: String, quoting title: String?, linkedTo address: String?) -> MarkupBuilder {
        var line = MarkupBuilder()
        line.append(WebhookMessage.name(text("sender", "login")) ?? "GitHub", as: "b")
        line.append(action)
        if let repository = text("repository", "full_name") ?? text("organization", "login") {
            line.append(" in \(Self.brief(repository))")
        }
        if let title, !title.isEmpty { line.append(": \(Self.brief(Self.firstLine(title)))") }
        if let address {
            line.append(" (")
            line.append(address, as: "lk")
            line.append(")")
        }
        return line
    }

    private func value(_ keys: String...) -> JSONValue? {
        var value: JSONValue? = .object(body)
        for key in keys { value = value?.object?[key] }
        return value
    }

    private func text(_ key: String) -> String? { body[key]?.string }
    private func text(_ key: String, _ inner: String) -> String? { body[key]?.object?[inner]?.string }

    private static func firstLine(_ text: String) -> String {
        String(text.split(maxSplits: 1, omittingEmptySubsequences: true, whereSeparator: \.isNewline).first ?? "")
    }

    private static func brief(_ text: String) -> String {
        text.utf16.count <= maxTitleLength ? text : MarkupBuilder.beginning(of: text, units: maxTitleLength - 1) + "…"
    }
}
