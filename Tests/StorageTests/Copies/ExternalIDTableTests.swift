import ChatModel
import GRDB
import Testing

@testable import Storage

struct ExternalIDTableTests {
    @Test(arguments: [["$1", "$2", "$3"], ["$3", "$2", "$1"], ["$2", "$3", "$1"]])
    func `a message with several external ids is known by the same one, whatever their order`(names: [String]) throws {
        let queue = try DatabaseQueue()
        try queue.write { try $0.add(nil) }
        try DatabaseSchema.bot.migrate(queue)
        try queue.write { database in
            for (channel, prefix) in [(1, "a"), (5, ""), (9, "b")] as [(ChannelID, String)] {
                for name in names { try ExternalIDTable.insert(prefix + name, of: 7, in: channel, into: SQLiteSession(database)) }
            }
            #expect(try ExternalIDTable.name(of: 7, in: 5, in: SQLiteSession(database)) == "$1")
        }
    }
}
