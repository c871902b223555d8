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

    /// The values change with what seeds draw and with what the bot does; `soak simulate --seed 7 --trace` shows a run.
    @Test(
        arguments: [(7, 98, 0x9998_6FDE_E602_6BDC), (8, 96, 0x5F5A_F738_93A3_86DF), (9, 92, 0x404D_841D_9FAA_7C02)]
            as [(UInt64, Int, UInt64)])
    func `a seed gives the same run on every machine`(seed: UInt64, count: Int, hash: UInt64) async throws {
        let trace = try await Simulation().run(SimulationPlan(seed: seed)).trace
        let text = trace.joined(separator: "\n")
        #expect(trace.count == count)
        #expect(text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 } == hash, "\(text)")
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
