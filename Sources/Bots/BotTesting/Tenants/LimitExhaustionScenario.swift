package import ChatModel

/// An attacker exhausts a rule's limit in one clan, also by claiming another; a user of another clan must still be answered.
///
/// The expected decision follows from the messages in that clan alone.
package struct LimitExhaustionScenario: TenantScenario {
    package static let name = "limit"

    package init() {}

    package func perform(in environment: TenantEnvironment, using random: inout SplitMix64) async throws -> [String] {
        let attackers = environment.plan.people.filter { $0.role == .attacker }
        var problems: [String] = []
        guard let attacker = attackers.randomElement(using: &random),
            let place = environment.place(readBy: attacker, using: &random)
        else { return [] }
        for _ in 0..<(TenantPlan.limit + 2) {
            problems += try await say(as: attacker, in: place, environment: environment, using: &random)
        }
        let person = environment.somebody(using: &random)
        if let other = environment.place(readBy: person, using: &random) {
            problems += try await say(as: person, in: other, environment: environment, using: &random)
        }
        return problems
    }

    private func say(
        as person: TenantUser, in place: TenantPlace, environment: TenantEnvironment, using random: inout SplitMix64
    ) async throws -> [String] {
        let claimed = environment.claim(using: &random)
        var message: MessageID?
        let operations = try await environment.operations {
            message = try await environment.perform(
                .send(Draft("!limit"), answering: nil, topic: 0), in: place, as: person.id, claiming: claimed)
        }
        // A muted user's message is refused.
        guard let message else { return [] }
        let act = "\(person.name) says !limit in \(place.channel.label)"
        let mayAct = environment.countHit(in: place.channel.clan)
        environment.tally.counted += 1
        let hasActed = try await environment.hasActed(TenantPlan.limited, on: message)
        let crossings = environment.crossings(operations, of: place, act)
        return hasActed == mayAct ? crossings : crossings + ["\(act): the rule \(mayAct ? "does not act" : "acts") there"]
    }
}
