package import ChatModel

/// An attacker uses up the limit of a rule in one clan, also by naming another; then somebody asks for it in another clan.
///
/// The expected decision follows from the messages in that clan alone.
package struct LimitAct: TenantAct {
    package static let name = "limit"

    package init() {}

    package func perform(on stage: TenantStage, using random: inout SplitMix64) async throws -> [String] {
        let attackers = stage.plan.people.filter { $0.role == .attacker }
        var problems: [String] = []
        guard let attacker = attackers.randomElement(using: &random),
            let place = stage.place(readBy: attacker, using: &random)
        else { return [] }
        for _ in 0..<(TenantPlan.limit + 2) {
            problems += try await say(as: attacker, in: place, on: stage, using: &random)
        }
        let person = stage.somebody(using: &random)
        if let other = stage.place(readBy: person, using: &random) {
            problems += try await say(as: person, in: other, on: stage, using: &random)
        }
        return problems
    }

    private func say(
        as person: TenantUser, in place: TenantPlace, on stage: TenantStage, using random: inout SplitMix64
    ) async throws -> [String] {
        let claimed = stage.claim(using: &random)
        var message: MessageID?
        let operations = try await stage.operations {
            message = try await stage.perform(
                .send(Draft("!limit"), answering: nil, topic: 0), in: place, as: person.id, claiming: claimed)
        }
        // Somebody who is muted says nothing.
        guard let message else { return [] }
        let act = "\(person.name) says !limit in \(place.channel.label)"
        let mayAct = stage.countHit(in: place.channel.clan)
        stage.tally.counted += 1
        let hasActed = try await stage.hasActed(TenantPlan.limited, on: message)
        let crossings = stage.crossings(operations, of: place, act)
        return hasActed == mayAct ? crossings : crossings + ["\(act): the rule \(mayAct ? "does not act" : "acts") there"]
    }
}
