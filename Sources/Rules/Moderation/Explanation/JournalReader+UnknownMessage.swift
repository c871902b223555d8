import BotConfiguration
package import ChatModel
import EventProcessing
package import Foundation
package import RuleEngine
package import Storage

extension JournalReader {
    /// Returns the reason why a message is unknown, as user-visible text.
    ///
    /// - Parameter zone: The time zone in which times are shown.
    package func whyUnknown(_ message: MessageID, in zone: TimeZone) async throws -> String {
        let written = Snowflake.date(of: message)
        let (before, after) = try await neighbours(of: written)
        let head = "nothing is known about message \(message)"
        guard Snowflake.isPlausible(message) else { return "\(head): not a message id" }
        switch (before, after) {
        case (nil, nil): return "\(head): the journal is empty"
        case (nil, let first?):
            return
                "\(head): it was written \(written.stamp(in: zone)), and this bot's journal begins \(first.receivedAt.stamp(in: zone))"
        case (let last?, nil):
            return
                "\(head): it was written \(written.stamp(in: zone)), after the journal's last entry (\(last.receivedAt.stamp(in: zone))); "
                + "the bot was not running then, or cannot see that channel"
        case (let last?, let next?):
            return
                "\(head): it was written \(written.stamp(in: zone)), between the entries #\(last.sequence) (\(last.receivedAt.stamp(in: zone))) and "
                + "#\(next.sequence) (\(next.receivedAt.stamp(in: zone))); the bot was not running then, or cannot see that channel"
        }
    }

    /// Returns the reason why a rule is unknown, as user-visible text; `nil` if the rule exists, existed, or has opened a case.
    package func whyUnknown(rule: String) async throws -> String? {
        let revisions = try await revisions()
        let ids = revisions.first?.rules?.ids ?? []
        var filter = CaseFilter()
        filter.author = "rule:\(rule)"
        filter.limit = 1
        // For former revisions the text is searched: compiling all of them takes seconds.
        if ids.contains(rule) || revisions.contains(where: { $0.names(rule) }) { return nil }
        guard try await cases(filter).isEmpty else { return nil }
        let nearest = Diagnostic.unknownWord(
            rule, at: SourcePosition(file: "", line: 1, column: 1), code: "", message: "", candidates: ids
        ).suggestion
        return "unknown rule '\(rule)'" + (nearest.map { "; \($0)" } ?? "")
    }

    /// The time zone of the latest revision's configuration.
    package func timeZone() async throws -> TimeZone { try await revisions().first?.timeZone ?? .gmt }

    /// Returns the directory of users and channels from the store.
    package func directoryLookup() async throws -> DirectoryLookup {
        let channels = Dictionary(uniqueKeysWithValues: try await channels().map { ($0.id, $0) })
        let clans = Dictionary(uniqueKeysWithValues: try await clans().map { ($0.id, $0) })
        let members = Dictionary(try await members().map { (Key(user: $0.user, clan: $0.clan), $0) }) { first, _ in first }
        let names = try await names()
        return DirectoryLookup(
            member: { members[Key(user: $0, clan: $1)] }, channel: { channels[$0] }, clan: { clans[$0] },
            channels: { clan in channels.values.filter { $0.clan == clan }.sorted { $0.id < $1.id } },
            user: { names.author($0, in: $1) }, message: { message(earlier: $0, in: $1, before: $2) },
            hasSeveralClans: { clans.keys.count { !$0.isExternal } > 1 })
    }

    /// Returns the last version of a message before an entry; `nil` if the journal does not have it or cannot be read.
    package func message(earlier id: MessageID, in channel: ChannelID, before sequence: Int64) -> Message? {
        (try? lastVersion(of: id, in: channel, before: sequence))?.version
    }
}

extension Entry {
    /// The message of an entry that contains one as it is written or edited.
    package var version: Message? {
        switch event {
        case .message(let message), .edit(let message): message
        default: nil
        }
    }
}

private struct Key: Hashable {
    let user: UserID
    let clan: ClanID
}

extension Snowflake {
    /// Returns whether an id can be a message. Ids contain milliseconds since 2010; smaller numbers are something else.
    fileprivate static func isPlausible(_ message: MessageID) -> Bool { message.rawValue > 1 << 50 }
}

extension RuleRevision {
    /// Returns whether the text of the revision has an `id` with this value.
    fileprivate func names(_ rule: String) -> Bool {
        files.ranges(of: "id: \(rule)").contains { place in
            place.upperBound == files.endIndex || !Self.isInWord(files[place.upperBound])
        }
    }

    private static func isInWord(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || "-_".contains(character)
    }
}
