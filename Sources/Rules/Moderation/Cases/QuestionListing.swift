package import Foundation
package import RuleEngine
import Storage

/// Open questions as commands and the console list them, with the names of channels.
package struct QuestionListing: Sendable {
    package struct Row: Encodable, Sendable {
        /// The name by which `mezon-bot cases answer` refers to it.
        package let name: String
        package let author: String
        package let channel: String
        package let text: String
        package let askedAt: Date
        /// The time at which it expires; nil if it does not.
        package let expiresAt: Date?
        /// The entry that led to the question; nil if that is unknown.
        package let entry: Int64?
        /// The actions that an approval performs: kinds of requests, and what is counted or set.
        package let approve: [String]
        /// The actions that a rejection performs.
        package let reject: [String]
    }

    private let names: ChannelNameResolver
    private let zone: TimeZone

    /// - Parameter zone: The time zone in which times are shown.
    package init(_ names: ChannelNameResolver, in zone: TimeZone) {
        self.names = names
        self.zone = zone
    }

    package func row(_ question: OpenQuestion) -> Row {
        Row(
            name: question.name, author: question.author, channel: names.label(of: question.channel), text: question.text,
            askedAt: question.askedAt, expiresAt: question.expiresAt, entry: question.cause, approve: question.approval,
            reject: question.rejection)
    }

    /// A line such as `812.rule:files  2026-11-27 09:00:00 UTC  lab/#mod-log  May it stay?  (approve: react; reject: nothing)`.
    package func line(_ question: OpenQuestion) -> String {
        let row = row(question)
        let end = row.expiresAt.map { "; expires \($0.stamp(in: zone))" } ?? ""
        return [
            row.name, row.askedAt.stamp(in: zone), row.channel, row.text,
            "(approve: \(Self.words(row.approve)); reject: \(Self.words(row.reject))\(end))",
        ].joined(separator: "  ")
    }

    private static func words(_ kinds: [String]) -> String { kinds.isEmpty ? "nothing" : kinds.joined(separator: ", ") }
}
