import BotTesting
import Testing

@testable import BotKit
@testable import Replay

struct BotBranchTests {
    private static let other: ClanID = 302
    private static let one = StoredState(fingerprint: "a", json: "1")
    private static let two = StoredState(fingerprint: "a", json: "2")

    private var branch = BotBranch { id in [Channel.general, .random].first { $0.id == id } }
    private let event = Event.message(.make(in: .general, by: .an))

    @Test mutating func `a value that is the recorded one again is no difference`() {
        branch.set(.known(Self.two), under: "clan:301", of: "counter", recorded: Self.one, as: nil)
        #expect(branch.value(of: "clan:301", of: "counter") == .known(Self.two))
        #expect(branch.differs("counter", for: event, in: .test) && !branch.differs("echo", for: event, in: .test))
        #expect(!branch.differs("counter", for: event, in: Self.other))
        branch.set(.known(Self.two), under: "clan:301", of: "counter", recorded: Self.two, as: nil)
        #expect(branch.value(of: "clan:301", of: "counter") == nil && !branch.hasDifferences("counter"))
    }

    @Test mutating func `what an unknown invocation may have changed is unknown in its place until it is written again`() {
        branch.set(.known(Self.two), under: "channel:201", of: "counter", recorded: nil, as: nil)
        branch.forget("counter", after: event, in: .test, hasDialogues: false, because: "it asks")
        for key in ["global", "clan:301", "channel:201", "user:102", "~cooldowns/user:101"] {
            #expect(branch.value(of: key, of: "counter") == .unknown("it asks"), "\(key)")
        }
        for key in ["clan:302", "~cooldowns/user:102", "~dialogues/201/101"] {
            #expect(branch.value(of: key, of: "counter") == nil, "\(key)")
        }
        branch.set(.known(Self.one), under: "clan:301", of: "counter", recorded: Self.one, as: nil)
        #expect(branch.value(of: "clan:301", of: "counter") == .known(Self.one))
    }

    @Test mutating func `a removed record makes its values unknown until they are written again, which is no difference`() {
        branch.lose("counter", in: InvocationPlace(clan: .test))
        let keys = ["clan:301", "clan:302"].map { branch.value(of: $0, of: "counter") }
        #expect(keys[0] != nil && keys[1] == nil && !branch.hasDifferences("counter"))
        branch.learn([InvocationRecord.Write(key: "clan:301", value: Self.one)], of: "counter")
        #expect(branch.value(of: "clan:301", of: "counter") == nil)
    }

    @Test mutating func `a job that only one branch has is not due there, and others are as recorded`() {
        let (a, b) = (ScheduledJob("a", due: RecordedRun.start), ScheduledJob("b", due: RecordedRun.start))
        #expect(branch.reconcile([], recorded: [.schedule(a)], of: "counter") == [])
        func reach(of job: ScheduledJob) -> BotReach {
            let event = Event.system(.due(SystemEvent.Occurrence(author: "bot:counter", job, at: job.due)))
            var reach = BotReach(RuleDecision(), of: event)
            branch.restrict(&reach, in: event)
            return reach
        }
        #expect(!reach(of: a).isReached && reach(of: b).isReached)
        branch.schedule([.schedule(a)], of: "counter")
        #expect(reach(of: a).isReached)
    }

    @Test mutating func `what follows from a new job is unknown`() {
        let job = ScheduledJob("a", due: RecordedRun.start)
        let reasons = branch.reconcile([.schedule(job), .reply("hi")], recorded: [], of: "counter")
        #expect(reasons == ["what it does when the job 'a' is due is not in the history"])
        #expect(branch.reconcile([.reply("hi")], recorded: [.reply("hello")], of: "echo") == [])
    }
}
