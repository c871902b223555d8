import BotConfiguration
import ChatModel

/// Ids by name: those of a configuration, or else those of `Author.an` and the other constants, or else ids derived from the
/// name.
struct TestIDs: Sendable {
    private let names: NameRegistry

    init(_ names: NameRegistry) { self.names = names }

    func user(_ name: String) -> UserID { UserID(id(.users, name, known: Self.users)) }
    func channel(_ name: String) -> ChannelID { ChannelID(id(.channels, name, known: Self.channels)) }
    func role(_ name: String) -> RoleID { RoleID(id(.roles, name, known: [:])) }
    func clan(_ name: String) -> ClanID { ClanID(id(.clans, name, known: ["test": ClanID.test.rawValue])) }

    /// Returns the names that a configuration defines for a kind of object.
    func configured(_ kind: NameRegistry.Kind) -> [String] { names.all.filter { $0.kind == kind }.map(\.name) }

    private static let users = [Author.an, .binh, .me].reduce(into: [:]) { $0[$1.username] = $1.id.rawValue }
    private static let channels = [Channel.general, .random].reduce(into: [:]) { $0[$1.label] = $1.id.rawValue }

    private func id(_ kind: NameRegistry.Kind, _ name: String, known: [String: Int64]) -> Int64 {
        if let entry = names.entry(named: name), entry.kind == kind { return entry.id }
        return known[name] ?? Self.hash("\(kind.rawValue):\(name)")
    }

    /// Returns a 60-bit number, greater than ids written by hand and less than the ids of new messages.
    private static func hash(_ text: String) -> Int64 {
        let hash = text.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        return Int64(hash >> 4 | 1 << 40)
    }
}
