import AsyncSupport
import ChatModel
import MezonBotApp

/// Runs the bot with a store, a gateway and a link that faults interrupt, in an order that a seed determines, and compares the outcome with
/// that of the same steps without faults.
///
/// Decisions, deliveries, schedules, waits, the reading of missed history and the store are those of the application. Not simulated are the
/// socket itself, connectors, and a disk that loses or damages what was written.
package struct Simulation: Sendable {
    /// A seed that contradicts the guarantees.
    package struct Failure: Sendable {
        package var plan: SimulationPlan
        package var violations: [String]
        package var trace: [String]
    }

    /// A run that does not end, because something is done again and again.
    private struct Endless: Error, CustomStringConvertible {
        var description: String { "it does not end" }
    }

    private static let maxDuration = Duration.seconds(60)  // A run takes a tenth of a second, much more on a busy machine.

    private let compiled: CompiledConfiguration
    private let interference: (@Sendable (_ folder: String) throws -> Void)?

    /// - Parameter interference: Changes the data directory at each restart, to show that errors are found.
    package init(interference: (@Sendable (_ folder: String) throws -> Void)? = nil) throws {
        compiled = try SimulationPlan.compiled()
        self.interference = interference
    }

    /// Runs a plan with its faults.
    ///
    /// - Throws: The error that ends it, also if it does not end within a minute.
    package func run(_ plan: SimulationPlan) async throws -> SimulationOutcome {
        try await withTimeout(Self.maxDuration, time: SystemTime()) {
            try await SimulationRun(plan, compiled, interference: interference).perform()
        } onTimeout: {
            throw Endless()
        }
    }

    /// Runs a plan with and without its faults. Returns nil if nothing contradicts the guarantees.
    package func failure(of plan: SimulationPlan) async throws -> Failure? {
        let outcome: SimulationOutcome
        do {
            outcome = try await run(plan)
        } catch {
            return Failure(plan: plan, violations: ["the run ended with an error: \(error)"], trace: [])
        }
        let twin = try await run(plan.withoutFaults)
        let violations = outcome.violations(comparedWith: twin)
        return violations.isEmpty ? nil : Failure(plan: plan, violations: violations, trace: outcome.trace)
    }

    /// Removes steps from a plan that fails, for as long as it still does: first faults, then what users do.
    ///
    /// - Parameter isOver: Returns whether the time for it has passed.
    package func shrunk(_ failure: Failure, until isOver: () -> Bool) async throws -> Failure {
        var smallest = failure
        var hasChanged = true
        while hasChanged {
            hasChanged = false
            for onlyFaults in [true, false] {
                var size = max(1, smallest.plan.steps.count / 2)
                while size >= 1 {
                    var start = 0
                    while start < smallest.plan.steps.count {
                        guard !isOver() else { return smallest }
                        let removed = smallest.plan.steps.indices.filter {
                            (start..<start + size).contains($0) && (!onlyFaults || smallest.plan.steps[$0].isFault)
                        }
                        var plan = smallest.plan
                        for index in removed.reversed() { plan.steps.remove(at: index) }
                        if !removed.isEmpty, let smaller = try await self.failure(of: plan) {
                            smallest = smaller
                            hasChanged = true
                        } else {
                            start += size
                        }
                    }
                    size /= 2
                }
            }
        }
        return smallest
    }
}
