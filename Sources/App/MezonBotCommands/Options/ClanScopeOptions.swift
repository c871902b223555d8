import ArgumentParser
import ChatModel
import MezonBotApp
import Storage

/// Options that confine a command to clans, as the console confines its sessions.
struct ClanScopeOptions: ParsableArguments {
    @Option(
        name: .customLong("only-clan"),
        help: ArgumentHelp(
            "Clan that the command is confined to, by name or id; repeatable (default: everything)", valueName: "clan"))
    var clans: [String] = []

    /// The entries and deliveries that the command may show.
    ///
    /// - Throws: `CommandError` for a name that is unknown or ambiguous.
    func places(_ reader: JournalReader) async throws -> VisiblePlaces {
        guard !clans.isEmpty else { return .everything }
        var ids: Set<ClanID> = []
        for name in clans {
            // An id comes first: somebody may have named another clan like it.
            if let id = ClanID(name) { ids.insert(id) } else { ids.insert(try await reader.clan(name)) }
        }
        return try await reader.places(in: .clans(ids))
    }
}
