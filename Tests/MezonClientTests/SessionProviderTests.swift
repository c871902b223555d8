import BotTesting
import ChatModel
import Foundation
import MezonProtocol
import SwiftProtobuf
import Synchronization
import Testing

@testable import MezonClient

@Suite(.timeLimit(.minutes(15))) struct SessionProviderTests {
    private let time = ManualTime(now: Date(timeIntervalSince1970: 1_790_000_000))

    /// Creates sessions on request; the n-th session is named n and lives a thousand seconds.
    private final class Logins: Sendable {
        private let results = Mutex<[SessionError?]>([])
        private let made = Mutex(0)
        private let time: ManualTime
        var count: Int { made.withLock { $0 } }

        init(_ time: ManualTime) { self.time = time }

        func fail(_ error: SessionError) { results.withLock { $0.append(error) } }

        func next() throws -> Session {
            let number = made.withLock { made in
                made += 1
                return made
            }
            if let error = results.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) { throw error }
            return try Session.make("\(number)", at: time.uptime)
        }
    }

    private func holder() -> (SessionProvider, Logins) {
        let logins = Logins(time)
        return (SessionProvider(time: time) { try logins.next() }, logins)
    }

    @Test func `concurrent callers share one login`() async throws {
        let gate = AsyncStream<Void>.makeStream(bufferingPolicy: .unbounded)
        let logins = Logins(time)
        let holder = SessionProvider(time: time) {
            for await _ in gate.stream { break }
            return try logins.next()
        }
        let callers = (0..<50).map { _ in Task { try await holder.session() } }
        gate.continuation.yield()
        gate.continuation.finish()
        var sessions: Set<Session> = []
        for caller in callers { sessions.insert(try await caller.value) }
        #expect(sessions.count == 1)
        #expect(logins.count == 1)
    }

    @Test func `a session is renewed after four fifths of its lifetime`() async throws {
        let (holder, logins) = holder()
        let first = try await holder.session()
        time.advance(by: .seconds(799))
        #expect(try await holder.session() == first)
        time.advance(by: .seconds(1))
        #expect(try await holder.session() != first)
        #expect(logins.count == 2)
    }

    @Test func `a failed renewal keeps the session and is not repeated at every call`() async throws {
        let (holder, logins) = holder()
        let first = try await holder.session()
        time.advance(by: .seconds(800))
        logins.fail(.unreachable("down"))
        #expect(try await holder.session() == first)
        #expect(try await holder.session() == first)
        #expect(logins.count == 2)
        time.advance(by: .seconds(30))
        #expect(try await holder.session() != first)
    }

    @Test func `an expired session that cannot be renewed is not used`() async throws {
        let (holder, logins) = holder()
        _ = try await holder.session()
        time.advance(by: .seconds(1000))
        logins.fail(.timedOut(after: .seconds(7)))
        await #expect(throws: SessionError.timedOut(after: .seconds(7))) { try await holder.session() }
        _ = try await holder.session()
        #expect(logins.count == 3)
    }

    @Test func `a refused login is not repeated`() async throws {
        let (holder, logins) = holder()
        logins.fail(.refused("no"))
        for _ in 0..<3 { await #expect(throws: SessionError.refused("no")) { try await holder.session() } }
        #expect(logins.count == 1)
    }

    @Test func `a rejected new token is replaced at once, at most twice in half a minute`() async throws {
        let (holder, logins) = holder()
        var session = try await holder.session()
        for count in 2...3 {
            let fresh = try await holder.session(replacing: session.token)
            #expect(fresh != session && logins.count == count)
            session = fresh
        }
        #expect(try await holder.session(replacing: session.token) == session)
        time.advance(by: .seconds(29))
        #expect(try await holder.session(replacing: session.token) == session)
        #expect(logins.count == 3)
        time.advance(by: .seconds(1))
        #expect(try await holder.session(replacing: session.token) != session)
    }

    @Test func `a rejected token is replaced once for all callers`() async throws {
        let (holder, logins) = holder()
        let first = try await holder.session()
        time.advance(by: .seconds(30))
        let second = try await holder.session(replacing: first.token)
        #expect(second != first)
        #expect(try await holder.session(replacing: first.token) == second, "somebody else has replaced it already")
        #expect(logins.count == 2)
    }

    @Test func `a pushed session is used without a login`() async throws {
        let (holder, logins) = holder()
        let first = try await holder.session()
        try await holder.take(.with { $0.token = jwt(#"{"iat":0,"exp":5000}"#) })
        let second = try await holder.session()
        #expect(second.token != first.token)
        time.advance(by: .seconds(3999))
        #expect(try await holder.session() == second)
        #expect(logins.count == 1)
    }
}
