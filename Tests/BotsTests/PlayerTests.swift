import BotKit
import BotTesting
import Testing

@testable import Bots

@Suite(.timeLimit(.minutes(15)))
struct PlayerTests {
    /// Plays a fixture in a clan with the voice rooms `hall` and `cellar`.
    private func expectNoDifferences(_ story: String) async throws {
        let head = """
            {"v":1,"kind":"clan","at":"2026-03-02T02:00:00Z","channels":[{"id":"general"},{"id":"hall","type":10},{"id":"cellar","type":10}],\
            "members":[{"id":"an"},{"id":"binh"},{"id":"chi"}]}
            {"kind":"http","url":"http://127.0.0.1:7700/play","text":"{\\"seconds\\":100}"}
            {"kind":"http","url":"http://127.0.0.1:7700/stop"}

            """
        let outcome = try await Fixture(text: head + story).replay(Player.self)
        #expect(outcome.differences == [], "\(outcome.transcript)")
    }

    @Test func `songs follow each other when their time is over`() async throws {
        try await expectNoDifferences(
            """
            {"seq":1,"kind":"voice","by":"an","ch":"hall"}
            {"seq":2,"kind":"message","ch":"general","id":"m1","by":"an","text":"*play https://a.test/1"}
            {"after":2,"expect":[{"request":{"name":"play"}},{"send":{"text":"▶ https://a.test/1"}},{"appoint":{}}]}
            {"seq":3,"at":"+10s","kind":"message","ch":"general","id":"m2","by":"an","text":"*play https://a.test/2"}
            {"after":3,"expect":[{"reply":{"text":"Number 1 in the queue."}}]}
            {"seq":4,"at":"+20s","kind":"message","ch":"general","id":"m3","by":"an","text":"*playing"}
            {"after":4,"expect":[{"reply":{"text":"▶ https://a.test/1\\n1. https://a.test/2"}}]}
            {"kind":"restart","lose":"uncommitted"}
            {"kind":"clock","advance":"90s"}
            {"after":4,"expect":[{"reply":{}},{"request":{"name":"play"}},{"send":{"text":"▶ https://a.test/2"}},{"appoint":{}}]}
            {"seq":5,"at":"+5m","kind":"message","ch":"general","id":"m4","by":"an","text":"*playing"}
            {"after":5,"expect":[{"reply":{"text":"Nothing is playing."}}]}
            """)
    }

    @Test func `more than half of the room skips a song, and its end starts nothing`() async throws {
        try await expectNoDifferences(
            """
            {"seq":1,"kind":"voice","by":"an","ch":"hall"}
            {"seq":2,"kind":"voice","by":"binh","ch":"hall"}
            {"seq":3,"kind":"voice","by":"chi","ch":"cellar"}
            {"seq":4,"kind":"message","ch":"general","id":"m1","by":"an","text":"*play https://a.test/1"}
            {"after":4,"expect":[{"request":{"name":"play"}},{"send":{}},{"appoint":{}}]}
            {"seq":5,"at":"+10s","kind":"message","ch":"general","id":"m2","by":"chi","text":"*skip"}
            {"after":5,"expect":[{"reply":{}}],"not":["request"]}
            {"seq":6,"at":"+11s","kind":"message","ch":"general","id":"m3","by":"binh","text":"*skip"}
            {"after":6,"expect":[{"reply":{"text":"1 of 2 votes."}}]}
            {"seq":7,"at":"+12s","kind":"message","ch":"general","id":"m4","by":"binh","text":"*skip"}
            {"after":7,"expect":[{"reply":{"text":"1 of 2 votes."}}]}
            {"seq":8,"at":"+13s","kind":"message","ch":"general","id":"m5","by":"an","text":"*skip"}
            {"after":8,"expect":[{"request":{"name":"stop"}},{"reply":{"text":"The queue is empty."}}]}
            {"seq":9,"at":"+14s","kind":"message","ch":"general","id":"m6","by":"an","text":"*play https://a.test/2"}
            {"after":9,"expect":[{"request":{"name":"play"}},{"send":{}},{"appoint":{}}]}
            {"seq":10,"at":"+109s","kind":"message","ch":"general","id":"m7","by":"an","text":"*playing"}
            {"after":10,"expect":[{"reply":{"text":"▶ https://a.test/2"}}]}
            """)
    }

    @Test func `a song that cannot be played is told, and the next one starts`() async throws {
        try await expectNoDifferences(
            """
            {"seq":1,"kind":"voice","by":"an","ch":"hall"}
            {"kind":"http","url":"http://127.0.0.1:7700/play","status":404}
            {"seq":2,"kind":"message","ch":"general","id":"m1","by":"an","text":"*play https://a.test/1"}
            {"after":2,"expect":[{"request":{"name":"play"}},{"send":{"text":"I cannot play https://a.test/1"}}]}
            {"seq":3,"at":"+10s","kind":"message","ch":"general","id":"m2","by":"an","text":"*playing"}
            {"after":3,"expect":[{"reply":{"text":"Nothing is playing."}}]}
            """)
    }

    @Test func `rooms have queues of their own, and those in none cannot play`() async throws {
        try await expectNoDifferences(
            """
            {"seq":1,"kind":"voice","by":"an","ch":"hall"}
            {"seq":2,"kind":"voice","by":"chi","ch":"cellar"}
            {"seq":3,"kind":"message","ch":"general","id":"m1","by":"an","text":"*play https://a.test/1"}
            {"after":3,"expect":[{"request":{"name":"play"}},{"send":{}},{"appoint":{}}]}
            {"seq":4,"at":"+5s","kind":"message","ch":"general","id":"m2","by":"chi","text":"*playing"}
            {"after":4,"expect":[{"reply":{"text":"Nothing is playing."}}]}
            {"seq":5,"at":"+6s","kind":"message","ch":"general","id":"m3","by":"binh","text":"*play https://a.test/2"}
            {"after":5,"expect":[{"reply":{}}],"not":["request"]}
            {"seq":6,"at":"+7s","kind":"message","ch":"general","id":"m4","by":"chi","text":"*play http://a.test/3"}
            {"after":6,"expect":[{"reply":{}}],"not":["request"]}
            """)
    }
}
