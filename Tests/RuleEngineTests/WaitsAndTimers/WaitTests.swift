import BotKit
import ChatModel
import Foundation
import Testing

@testable import RuleEngine

extension RuleDecision {
    /// The jobs that the decision schedules.
    var scheduledJobs: [ScheduledJob] {
        results.flatMap(\.actions).compactMap { if case .schedule(let job) = $0 { job } else { nil } }
    }

    /// The actions other than scheduling and cancelling jobs.
    var otherActions: [Action] {
        actions.filter { action in
            switch action {
            case .schedule, .cancel: false
            default: true
            }
        }
    }
}

extension RuleEngineHarness {
    /// Feeds the due event of a job.
    @discardableResult
    func feedDue(_ job: ScheduledJob, author: String = "rule:a") -> RuleDecision {
        feed(.system(.due(.init(author: author, job, at: job.due))))
    }

    /// Feeds the due events of all jobs that follow from a decision, one after the other.
    func feedAllDue(_ decision: RuleDecision, author: String = "rule:a") -> [Action] {
        var actions: [Action] = []
        var waiting = decision.scheduledJobs
        while let next = waiting.first {
            let then = feedDue(next, author: author)
            actions += then.otherActions
            waiting = Array(waiting.dropFirst()) + then.scheduledJobs
        }
        return actions
    }
}

@Suite struct WaitTests {
    private static func rule(_ then: String, _ keys: String = "") -> String {
        "  - { id: a, trigger: message, \(keys)then: \(then) }"
    }

    private static let calendars = """
        bot: { timezone: Asia/Ho_Chi_Minh }
        moderation: { channel: mod-log }
        lists: { holidays: { days: ["2026-01-08"] } }
        calendars:
          work: { hours: ["08:30-12:00", "13:00-17:30"], days: [mon, tue, wed, thu, fri], except: holidays }

        """

    // It is Wednesday 19:00 in that time zone; the next day is a holiday.
    static let ends: [(String, String)] = [
        ("5m", "2026-01-07T12:05:00Z"), ("{ for: 90m }", "2026-01-07T13:30:00Z"),
        ("{ for: 25m, clock: work }", "2026-01-09T01:55:00Z"), ("{ for: 4h, clock: work }", "2026-01-09T06:30:00Z"),
        ("{ until: \"21:00\" }", "2026-01-07T14:00:00Z"), ("{ until: \"09:00\" }", "2026-01-08T02:00:00Z"),
        ("{ until: \"09:00\", clock: work }", "2026-01-09T01:30:00Z"), ("{ until: \"21:00\", tz: UTC }", "2026-01-07T21:00:00Z"),
        ("{ until: open, clock: work }", "2026-01-09T01:30:00Z"),
    ]

    @Test(arguments: ends)
    func `a wait ends by its clock`(wait: String, expected: String) throws {
        let harness = try RuleEngineHarness(Self.rule("[{ wait: \(wait) }, { reply: x }]"), configuration: Self.calendars)
        #expect(harness.say("hi").scheduledJobs.map { $0.due.formatted(.iso8601) } == [expected])
    }

    @Test func `actions after a wait refer to the original message`() throws {
        let harness = try RuleEngineHarness(
            Self.rule("[{ react: 👀 }, { wait: 5m }, { reply: \"{{ author.name }}, {{ message.text }}\" }]"))
        let first = harness.say("hi")
        #expect(first.otherActions == [.react("👀")])
        let wait = try #require(first.scheduledJobs.first)
        #expect(wait.channel == 11 && wait.clan == 1 && wait.user == 5 && wait.note == ["entry": 1])
        let message = Message.make("hi").with { $0.createdAt = RuleEngineHarness.start }
        let answer = Draft("Bình, hi")
        #expect(
            harness.feedDue(wait).actions == [
                .resolved(ResolvedAction(channel: 11, request: .send(answer, answering: Reference(to: message), topic: 0)))
            ])
        #expect(harness.feedDue(wait).results == [], "it is over")
    }

    @Test func `variables set before a wait are visible after it`() throws {
        let harness = try RuleEngineHarness(
            Self.rule(
                "[{ set: { var: word, value: \"{{ message.text }}\" } }, { wait: 5m }, { send: { to: support, text: \"{{ vars.word }}\" } }]"
            )
        )
        #expect(
            harness.feedAllDue(harness.say("hi")) == [
                .resolved(ResolvedAction(channel: 12, request: .send("hi", answering: nil, topic: 0)))
            ])
    }

    static let nestings: [(String, [String])] = [
        (
            "[{ if: { when: { text: { contains: hi } }, then: [{ react: a }, { wait: 5m }, { react: b }] } }, { react: c }]",
            ["b", "c"]
        ),
        (
            "[{ if: { when: { text: { contains: bye } }, then: [{ react: a }], otherwise: [{ wait: 5m }, { react: b }] } }, { react: c }]",
            ["b", "c"]
        ),
        ("[{ wait: 5m }, { react: a }, { wait: 5m }, { react: b }]", ["a", "b"]),
        (
            "[{ wait: 5m }, { if: { when: { text: { contains: hi } }, then: [{ wait: 5m }, { react: a }] } }, { react: b }]",
            ["a", "b"]
        ),
        ("[{ wait: 5m }, { react: a }, { stop: rule }, { react: b }]", ["a"]),
        ("[{ if: { when: { text: { contains: hi } }, then: [{ wait: 5m }, { stop: rule }] } }, { react: b }]", []),
    ]

    @Test(arguments: nestings)
    func `a wait inside a branch resumes in that branch`(then: String, expected: [String]) throws {
        let harness = try RuleEngineHarness(Self.rule(then))
        let emoji = harness.feedAllDue(harness.say("hi")).map { action -> String in
            if case .resolved(let outgoing) = action, case .react(let emoji, _, _) = outgoing.request { emoji } else { "?" }
        }
        #expect(emoji == expected)
    }

    @Test func `a wait survives a restart`() throws {
        let before = try RuleEngineHarness(Self.rule("[{ wait: 5m }, { react: a }]"))
        let wait = try #require(before.say("hi").scheduledJobs.first)
        let after = try RuleEngineHarness(
            Self.rule("[{ wait: 5m }, { react: a }]"), restoring: before.recorded.flatMap(\.storedEntries))
        #expect(
            after.feedDue(wait).otherActions == [
                .resolved(ResolvedAction(channel: 11, request: .react("a", message: 100, author: 5)))
            ])
    }

    @Test func `a wait finishes with the revision that started it, or alerts moderators if it is gone`() throws {
        let harness = try RuleEngineHarness(Self.rule("[{ wait: 5m }, { react: a }]"))
        let wait = try #require(harness.say("hi").scheduledJobs.first)
        let other = try RuleEngineHarness.compile(Self.rule("[{ react: z }]"), version: "other").0
        harness.engine.change(to: other, from: 2)
        #expect(
            harness.feedDue(wait).otherActions == [
                .resolved(ResolvedAction(channel: 11, request: .react("a", message: 100, author: 5)))
            ])
        let later = try RuleEngineHarness(
            Self.rule("[{ react: z }]"), restoring: harness.recorded.prefix(1).flatMap(\.storedEntries), version: "other")
        let end = later.feedDue(wait)
        #expect(end.authors == ["system:waits"])
        #expect(end.otherActions.map(\.kind) == ["send"])
    }

    @Test func `a shadow rule waits and does nothing afterwards`() throws {
        let harness = try RuleEngineHarness(Self.rule("[{ react: a }, { wait: 5m }, { react: b }]", "mode: shadow, "))
        let first = harness.say("hi")
        #expect(first.otherActions == [])
        let then = harness.feedDue(try #require(first.scheduledJobs.first))
        #expect(then.otherActions == [])
        #expect(then.results.map(\.isShadow) == [true])
        #expect(then.results.map(\.summary) == ["react"])
    }

    @Test func `counter triggers fire when the action after a wait runs`() throws {
        let harness = try RuleEngineHarness(
            """
              - { id: a, trigger: message, then: [{ wait: 5m }, { counter: { add: { name: c, scope: user } } }] }
              - { id: b, trigger: { counter: { name: c, crosses: "> 0" } }, then: { react: x } }
            """)
        let first = harness.say("hi")
        #expect(first.authors == ["rule:a"])
        #expect(
            harness.feedAllDue(first) == [.resolved(ResolvedAction(channel: 11, request: .react("x", message: 100, author: 5)))])
    }

    @Test func `the number of pending waits is limited`() throws {
        let harness = try RuleEngineHarness(
            "  - { id: a, trigger: message, limits: { per_minute: 100000, per_day: 100000 }, then: [{ wait: 5m }, { react: a }] }"
        )
        for _ in 0..<PendingWaits.limit.perClan { harness.say("hi") }
        #expect(harness.say("hi").scheduledJobs == [])
        let other = harness.say("hi", in: 21, clan: 2)
        #expect(other.scheduledJobs.count == 1, "another clan is not affected")
        harness.feedDue(other.scheduledJobs[0])
        #expect(harness.say("hi").scheduledJobs == [], "a wait of another clan has ended")
    }

    @Test func `a clan has room for waits when all clans together have reached the limit`() {
        let now = RuleEngineHarness.start
        let memory = RuleState()
        memory.change(
            StateKey(.wait, "a", "count"), .add(PendingWaits.limit.perRule, decay: nil, at: now), in: .real, at: now)
        let list = PendingWaits(rule: "a", clan: 1, state: memory)
        for number in 0..<PendingWaits.limit.reserved {
            #expect(list.hasCapacity)
            list.add("wait.\(number).a.0", at: now)
        }
        #expect(!list.hasCapacity)
        #expect(PendingWaits(rule: "a", clan: 2, state: memory).hasCapacity)
    }

    @Test func `a wait stored in the list of all clans ends and lets the next run begin`() throws {
        let now = RuleEngineHarness.start
        let first = try RuleEngineHarness(Self.rule("[{ wait: 5m }, { react: a }]"))
        let job = try #require(first.say("hi").scheduledJobs.first)
        let entries = first.recorded.flatMap(\.storedEntries).filter(\.subject.isEmpty)
        let memory = RuleState(source: StateSource(holding: entries))
        let key = WaitID(job.name).key
        var entry = try #require(memory.expiredEntry(key))
        var continuation = try Continuation(entry.text)
        continuation.clan = nil
        entry.text = continuation.text
        memory.change(key, .set(entry), in: .real, at: now)
        let old = PendingWaits(rule: "a", clan: nil, state: memory)
        old.add(job.name, at: now)
        old.enqueue("wait.2.a.0", at: now)
        let harness = try RuleEngineHarness(
            Self.rule("[{ wait: 5m }, { react: a }]"), restoring: memory.takeWritten().map(StoredStateEntry.init))
        #expect(harness.feedDue(job).scheduledJobs.map(\.name) == ["wait.2.a.0"])
    }

    static let overlaps: [(String, begins: Int, after: [String])] = [
        ("skip", 0, ["Tea"]), ("queue", 0, ["Tea", "Tea"]), ("replace", 1, ["Tea"]), ("parallel", 1, ["Tea", "Tea"]),
    ]

    @Test(arguments: overlaps)
    func `overlap decides about a run that is due while another waits`(overlap: String, begins: Int, after: [String]) throws {
        let harness = try RuleEngineHarness(
            """
              - id: a
                trigger: { schedule: { every: 30 minutes, overlap: \(overlap) } }
                then: [{ wait: 45m }, { send: { to: general, text: Tea } }]
            """)
        func due(_ seconds: Double) -> ScheduledJob { ScheduledJob("schedule", due: RuleEngineHarness.at(seconds)) }
        let first = harness.feedDue(due(0)), second = harness.feedDue(due(1800))
        #expect(second.scheduledJobs.count == begins)
        var said: [String] = []
        var waiting = (overlap == "replace" ? [] : first.scheduledJobs) + second.scheduledJobs
        while let next = waiting.first {
            let then = harness.feedDue(next)
            said += then.otherActions.compactMap {
                if case .resolved(let outgoing) = $0 { outgoing.draft?.content.text } else { nil }
            }
            waiting = Array(waiting.dropFirst()) + then.scheduledJobs
        }
        #expect(said == after)
        #expect(harness.feedDue(first.scheduledJobs[0]).otherActions == [])
    }

    @Test func `jitter delays an occurrence by the same time on every evaluation`() throws {
        let harness = try RuleEngineHarness(
            """
              - id: a
                trigger: { schedule: { every: 30 minutes, jitter: 10m } }
                then: { send: { to: general, text: Tea } }
            """)
        let due = ScheduledJob("schedule", due: RuleEngineHarness.start)
        let first = try #require(harness.feedDue(due).scheduledJobs.first)
        #expect((RuleEngineHarness.start...RuleEngineHarness.at(600)).contains(first.due))
        #expect(harness.feedDue(first).otherActions.count == 1)
        #expect(harness.feedDue(due).scheduledJobs.map(\.due) == [first.due])
    }

    static let mistakes: [(String, String)] = [
        ("[{ wait: { clock: work } }, { reply: x }]", "1:41 missing-key"),
        ("[{ wait: { for: 5m, until: \"09:00\" } }, { reply: x }]", "1:65 contradiction"),
        ("[{ wait: { until: open } }, { reply: x }]", "1:56 missing-key"),
        ("[{ wait: soon }, { reply: x }]", "1:47 bad-duration"),
        ("[{ wait: { for: 5m, clock: sleep } }, { reply: x }]", "1:65 unknown-calendar"),
        ("[{ wait: 5m }, { stop: all }]", "1:55 too-late"),
        ("[{ ask: { channel: mod-log, by_role: staff, approve: [{ wait: 5m }] } }]", "1:94 not-in-question"),
        ("[{ send: { to: general, text: x, save_as: prompt } }]", "1:80 not-yet-known"),
    ]

    @Test(arguments: mistakes)
    func `an invalid wait is rejected`(then: String, expected: String) throws {
        #expect(try RuleEngineHarness.compile(Self.rule(then), configuration: Self.calendars).1 == [expected])
    }

    @Test func `a ladder step cannot wait`() throws {
        let found = try RuleEngineHarness.compile(
            "  - { id: a, mode: enforce, trigger: message, when: { text: { contains: x } }, then: { escalate: l } }",
            configuration: RuleEngineHarness.moderation
                + "ladders: { l: { counter: c, steps: [{ at: 1, then: [{ wait: 5m }, warn] }] } }\n"
        ).1
        #expect(found.count == 1 && found[0].contains("not-on-ladder"))
    }

    @Test func `an inline test includes the actions after waits`() throws {
        let harness = try RuleEngineHarness(
            """
              - id: a
                trigger: message
                then: [{ react: a }, { wait: 5m }, { reply: x }]
                tests: [{ name: all of it, expect: { hit: true, actions: [react, wait, reply] } }]
            """)
        #expect(harness.set.failedTests() == [])
    }

    private static func dismissal(_ job: ScheduledJob) -> Event {
        .system(.due(.init(author: "rule:a", job, at: RuleEngineHarness.at(60), isDismissed: true)))
    }

    @Test func `cancelling a wait ends it and starts the queued run`() throws {
        let rule =
            "  - { id: a, trigger: { schedule: { every: 1 hours, overlap: queue } }, then: [{ wait: 90m }, { send: { to: general, text: x } }] }"
        let harness = try RuleEngineHarness(rule)
        func tick(_ seconds: Double) -> RuleDecision {
            harness.feed(
                .system(
                    .due(
                        .init(
                            author: "rule:a", ScheduledJob("schedule", due: RuleEngineHarness.at(seconds)),
                            at: RuleEngineHarness.at(seconds)))))
        }
        let first = try #require(tick(0).scheduledJobs.first)
        #expect(tick(3600).scheduledJobs == [])
        let next = harness.feed(Self.dismissal(first))
        #expect(next.otherActions == [] && next.misses.map(\.reason) == ["'\(first.name)' was cancelled"])
        let second = try #require(next.scheduledJobs.first)
        #expect(harness.feedDue(first).otherActions == [])
        #expect(harness.feedAllDue(harness.feedDue(second)).count == 1)
        #expect(tick(7200).scheduledJobs.count == 1)
    }

    @Test func `a queued run uses the settings of its clan`() throws {
        let harness = try RuleEngineHarness(
            """
              - id: a
                trigger: { schedule: { every: 1 hours, overlap: queue } }
                in: { clans: lab }
                then: [alert, { wait: 90m }]
            """, configuration: "clans: { lab: { moderation: { channel: mod-log, roles: [staff] } } }\n")
        func tick(_ seconds: Double) -> RuleDecision {
            harness.feed(
                .system(
                    .due(
                        .init(
                            author: "rule:a", ScheduledJob("schedule", due: RuleEngineHarness.at(seconds), clan: 1),
                            at: RuleEngineHarness.at(seconds)))))
        }
        let first = tick(0)
        #expect(first.otherActions.count == 1)
        #expect(tick(3600).otherActions == [])
        let next = harness.feedDue(try #require(first.scheduledJobs.first))
        let queued = try #require(next.scheduledJobs.first)
        #expect(harness.feedDue(queued).otherActions.count == 1)
    }

    @Test func `cancelling a silence or mention job starts it again`() throws {
        let quiet = try RuleEngineHarness("  - { id: a, trigger: { silence: 2h }, then: { send: { to: general, text: x } } }")
        let alarm = try #require(quiet.say("hi").scheduledJobs.first)
        #expect(quiet.feed(Self.dismissal(alarm)).otherActions == [])
        #expect(quiet.say("hi", at: 100).scheduledJobs.count == 1)

        let asking = try RuleEngineHarness("  - { id: a, trigger: { unanswered: { after: 25m } }, then: { react: x } }")
        let mention = try #require(
            asking.say("hi") { $0.mentions = [Mention(user: 7, range: TextRange(0, 1))] }.scheduledJobs.first)
        asking.feed(Self.dismissal(mention))
        #expect(asking.feedDue(mention).otherActions == [])
    }
}
