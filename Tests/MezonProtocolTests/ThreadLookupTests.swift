import ChatModel
import MezonProtocol
import Testing

struct ThreadLookupTests {
    private static let parent = Channel(id: 201, clan: 1, label: "general", category: 31)

    private func thread(_ id: ChannelID, _ label: String = "ticket", below parent: ChannelID = 201, isPrivate: Bool = false)
        -> Channel
    {
        Channel(id: id, clan: 1, parent: parent, kind: .thread, label: label, isPrivate: isPrivate)
    }

    private func step(_ found: [ThreadLookup.Found], isPrivate: Bool? = false) -> ThreadLookup.Step {
        ThreadLookup(
            "ticket", below: Self.parent,
            creating: isPrivate.map { ThreadOpening("ticket", isPrivate: $0, members: [5], draft: "hi") }
        ).step(found)
    }

    @Test func `a thread of the name is used, and of several the oldest`() {
        let found = [thread(305), thread(303), thread(301, "ticket 2"), thread(302, below: 202)]
        #expect(step(found.map { .init($0) }) == .use(thread(303)))
        #expect(step(found.map { .init($0) }, isPrivate: nil) == .use(thread(303)))
    }

    @Test func `a thread that does not exist is created with its members`() throws {
        guard case .create(let request) = step([], isPrivate: true) else {
            Issue.record("nothing is created")
            return
        }
        #expect(request.clanID == 1 && request.parentID == 201 && request.categoryID == 31)
        #expect(request.type == 7 && request.channelLabel == "ticket" && request.channelPrivate == 1 && request.userIds == [5])
        #expect(step([], isPrivate: nil) == .refuse(code: 5, "there is no thread 'ticket'"))
    }

    @Test func `an archived thread is activated before it is used`() {
        guard case .reopen(let found, let request) = step([.init(thread(303), isArchived: true)]) else {
            Issue.record("it is not activated")
            return
        }
        #expect(found == thread(303))
        #expect(request.clanID == 1 && request.channelID == 303)
        #expect(step([.init(thread(303), isArchived: true)], isPrivate: nil) == .use(thread(303)))
    }

    @Test func `a thread with other readers is not used`() {
        #expect(
            step([.init(thread(303, isPrivate: true))]) == .refuse(code: 6, "there is a private thread 'ticket' already"))
        #expect(step([.init(thread(303))], isPrivate: true) == .refuse(code: 6, "there is a public thread 'ticket' already"))
    }
}
