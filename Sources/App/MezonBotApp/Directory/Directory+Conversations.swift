package import ChatModel
package import Storage

extension Directory {
    /// The account's direct conversations and groups after a position, ordered by id.
    package func conversations(after last: ChannelID, limit: Int) -> [Channel] {
        Array(
            channels.filter { [.direct, .group].contains($0.kind) && !$0.id.isExternal && $0.id > last }
                .sorted { $0.id < $1.id }.prefix(limit))
    }
}
