import ChatModel
import Foundation
import GRDB
import Testing

@testable import BotTesting

@Suite(.timeLimit(.minutes(10)))
struct SimulationTests {
    @Test func `the outcome is that of a run without faults`() async throws {
        let simulation = try Simulation()
        for seed: UInt64 in 1...6 {
            let failure = try await simulation.failure(of: SimulationPlan(seed: seed, length: 30))
            #expect(failure == nil, "seed \(seed): \(failure?.violations ?? [])")
        }
    }

    @Test func `a seed always gives the same run`() async throws {
        let simulation = try Simulation()
        for seed: UInt64 in 7...9 {
            let plan = SimulationPlan(seed: seed, length: 30)
            let (first, second) = (try await simulation.run(plan), try await simulation.run(plan))
            #expect(first.trace == second.trace, "seed \(seed)")
            #expect(first.trace.count > plan.steps.count)
        }
    }

    @Test func `a turn that a restart forgets is found, and the seed is shrunk to what matters`() async throws {
        let simulation = try Simulation { folder in
            let database = try DatabaseQueue(path: folder + "/bot.sqlite")
            try database.write { try $0.execute(sql: "DELETE FROM turn WHERE sequence = (SELECT max(sequence) FROM turn)") }
            try database.close()
        }
        var failure: Simulation.Failure?
        for seed: UInt64 in 1...20 where failure == nil {
            failure = try await simulation.failure(of: SimulationPlan(seed: seed, length: 20))
        }
        let found = try #require(failure)
        #expect(!found.violations.isEmpty)
        let shrunk = try await simulation.shrunk(found) { false }
        #expect(shrunk.plan.steps.count <= 6, "\(shrunk.plan.steps)")
        #expect(shrunk.plan.steps.contains { $0.isFault })
    }
}
