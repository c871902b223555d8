import Testing

@testable import MezonSocket

@Suite struct ConnectionSupervisorTests {
    private struct Highest: RandomNumberGenerator {
        mutating func next() -> UInt64 { .max }
    }

    private func actions(_ events: [(ConnectionSupervisor.Event, at: Int)]) -> [ConnectionSupervisor.Action] {
        var supervisor = ConnectionSupervisor(backoff: Backoff(shortest: .seconds(1), longest: .seconds(4)))
        var generator = Highest()
        return events.map { supervisor.action(after: $0.0, at: .seconds($0.at), using: &generator) }
    }

    @Test func `a connection is opened, joined and watched`() {
        #expect(actions([(.started, 0), (.opened, 0), (.joined, 0)]) == [.open(attempt: 1), .join, .watch])
    }

    @Test func `tries that fail wait longer and longer`() {
        let actions = actions([
            (.started, 0), (.lost, 0), (.waited, 1), (.opened, 1), (.lost, 1), (.waited, 3), (.lost, 3), (.waited, 7), (.lost, 7),
        ])
        #expect(
            actions == [
                .open(attempt: 1), .wait(.seconds(1)), .open(attempt: 2), .join, .wait(.seconds(2)), .open(attempt: 3),
                .wait(.seconds(4)), .open(attempt: 4), .wait(.seconds(4)),
            ])
    }

    @Test func `a connection that lasted starts the count afresh`() {
        let actions = actions([
            (.started, 0), (.lost, 0), (.waited, 1), (.opened, 1), (.joined, 1), (.lost, 31), (.waited, 32),
        ])
        #expect(actions.suffix(2) == [.wait(.seconds(1)), .open(attempt: 1)])
    }

    @Test func `a server that drops us after each join is asked ever more rarely`() {
        let actions = actions([
            (.started, 0), (.opened, 0), (.joined, 0), (.lost, 29), (.waited, 30), (.opened, 30), (.joined, 30), (.lost, 31),
        ])
        #expect(actions.filter { if case .wait = $0 { true } else { false } } == [.wait(.seconds(1)), .wait(.seconds(2))])
    }

    @Test func `a refused login is the end`() {
        #expect(
            actions([(.started, 0), (.refused("no such application"), 0), (.waited, 9)]) == [
                .open(attempt: 1), .stop("no such application"), .stop("no such application"),
            ])
    }
}
