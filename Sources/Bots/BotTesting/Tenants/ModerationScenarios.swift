package import ChatModel
import Moderation
import Storage

/// Says something for which rules punish, report or ask moderators; sometimes with a forged clan id.
package struct OffendScenario: TenantScenario {
    package static let name = "offend"
    private static let words = ["!scam", "!abuse", "!doubt"]

    package init() {}

    package func perform(in environment: TenantEnvironment, using random: inout SplitMix64) async throws -> [String] {
        let person = environment.somebody(using: &random)
        guard let place = environment.place(readBy: person, using: &random) else { return [] }
        let word = Self.words.randomElement(using: &random)!
        let draft = Draft("\(word) \(environment.oracle.token(in: place.id))")
        let claimed = environment.claim(using: &random)
        let operations = try await environment.operations {
            try await environment.perform(.send(draft, answering: nil, topic: 0), in: place, as: person.id, claiming: claimed)
        }
        return environment.crossings(operations, of: place, "\(person.name) says \(word) in \(place.channel.label)")
    }
}

/// Gives a command of moderators, or asks for help: as a moderator of this clan or of another, a member or an attacker.
package struct CommandScenario: TenantScenario {
    package static let name = "command"

    package init() {}

    package func perform(in environment: TenantEnvironment, using random: inout SplitMix64) async throws -> [String] {
        let person = environment.somebodyOrModerator(using: &random)
        guard let place = environment.place(readBy: person, using: &random) else { return [] }
        let (text, reference) = words(environment: environment, near: place, using: &random)
        let act = "\(person.name) says '\(text)' in \(place.channel.label)"
        let isOfHere = environment.messages(in: place).contains { $0.id == reference?.message }
        let claimed = environment.claim(using: &random)
        let operations = try await environment.operations {
            try await environment.perform(
                .send(Draft(text), answering: reference, topic: 0), in: place, as: person.id, claiming: claimed)
        }
        var problems = environment.crossings(operations, of: place, act)
        guard text != "*help" else { return problems }
        let answers = operations.filter { $0.person == person.id }
        let moderates = person.moderates(environment.plan.number(of: place))
        if operations.contains(where: { !$0.isRelayed }) {
            environment.tally.answered += 1
            if !moderates { problems.append("\(act): is answered, and moderates no clan here") }
        } else {
            environment.tally.ignored += 1
        }
        if reference != nil, !isOfHere {
            for answer in answers where !answer.text.hasPrefix("Nothing is known") {
                problems.append("\(act): is told why about a message of elsewhere: \(answer.text)")
            }
        }
        return problems
    }

    private func words(
        environment: TenantEnvironment, near place: TenantPlace, using random: inout SplitMix64
    ) -> (text: String, reference: Reference?) {
        let number = Int.random(in: 1...15, using: &random)
        switch Int.random(in: 0..<9, using: &random) {
        case 0, 1: return ("*case \(number)", nil)
        case 2, 3: return ("*cases \(environment.somebody(using: &random).id)", nil)
        case 4, 5: return ("*undo \(number)", nil)
        case 6: return ("*help", nil)
        default:
            // A client may answer any message of which it knows the id.
            let source =
                Bool.random(using: &random)
                ? place : environment.plan.places.values.sorted { $0.id < $1.id }.randomElement(using: &random)!
            return ("*why", environment.messages(in: source).randomElement(using: &random).map(Reference.init(to:)))
        }
    }
}

/// Presses a button of a question to moderators: where it stands, or as a forged press from elsewhere.
package struct PressScenario: TenantScenario {
    package static let name = "press"

    package init() {}

    package func perform(in environment: TenantEnvironment, using random: inout SplitMix64) async throws -> [String] {
        guard let button = environment.buttons.randomElement(using: &random) else { return [] }
        let person = environment.somebodyOrModerator(using: &random)
        let elsewhere = environment.plan.places.values.sorted { $0.id < $1.id }.randomElement(using: &random)!
        let place = Bool.random(using: &random) ? button.place : elsewhere
        let act = "\(person.name) presses \(button.id) of \(button.place.channel.label) in \(place.channel.label)"
        let operations = try await environment.operations { try await environment.press(button, in: place, as: person.id) }
        environment.tally.presses += 1
        var problems = environment.crossings(operations, of: place, act)
        if operations.contains(where: { $0.kind == "edit" && !$0.isRelayed }) {
            environment.tally.settled += 1
            if place.id != button.place.id { problems.append("\(act): has settled it from elsewhere") }
            if !person.moderates(environment.plan.number(of: place)) {
                problems.append("\(act): has settled it and is no moderator there")
            }
        }
        return problems
    }
}

extension TenantEnvironment {
    /// Every second time a moderator of some clan.
    func somebodyOrModerator(using random: inout SplitMix64) -> TenantUser {
        let moderators = plan.people.filter { $0.role == .moderator || $0.id == TenantPlan.chief }
        return Bool.random(using: &random) ? moderators.randomElement(using: &random)! : somebody(using: &random)
    }

    /// The clan that a client names beside its message: now and then another one.
    func claim(using random: inout SplitMix64) -> ClanID? {
        Int.random(in: 0..<6, using: &random) == 0 ? plan.clans.randomElement(using: &random)?.id : nil
    }

    /// Returns the operations outside the scenario's clan, or whose texts name another one. Relayed messages are left to the oracle.
    func crossings(_ operations: [TenantOperation], of place: TenantPlace, _ act: String) -> [String] {
        operations.filter { !$0.isRelayed }.flatMap { operation -> [String] in
            var problems: [String] = []
            let clan = operation.channel.clan
            if !clan.isNone, clan != place.channel.clan {
                problems.append("\(act): reaches \(operation.channel.label): \(operation.text)")
            }
            if let clan = operation.clan, clan != place.channel.clan {
                problems.append("\(act): \(operation.kind) in clan \(clan)")
            }
            for other in plan.clans where other.id != place.channel.clan && operation.text.contains("\(other.name)/") {
                problems.append("\(act): tells of \(other.name): \(operation.text)")
            }
            return problems
        }
    }

    /// Looks at all cases: each is about its own clan, has a number of its own there, and was taken back by a moderator of that clan.
    func audit() async throws -> [String] {
        var problems: [String] = []
        var numbers: [ClanID: Set<Int64>] = [:]
        var filter = CaseFilter()
        filter.limit = .max
        for incident in try await store.reader.incidents(filter) {
            tally.cases += 1
            let name = "case \(incident.clan)/\(incident.number)"
            if !numbers[incident.clan, default: []].insert(incident.number).inserted { problems.append("\(name) is there twice") }
            for measure in incident.measures {
                if let place = plan.places[measure.draft.channel], place.channel.clan != incident.clan {
                    problems.append("\(name) is about \(place.channel.label)")
                }
                guard case .undone(_, let by) = measure.status else { continue }
                tally.undone += 1
                let clan = plan.clans.firstIndex { $0.id == incident.clan }
                if !plan.people.contains(where: { "\($0.name) (\($0.id))" == by && clan.map($0.moderates) == true }) {
                    problems.append("\(by) took back \(name)")
                }
            }
        }
        for (clan, numbers) in numbers where numbers.max() != Int64(numbers.count) {
            problems.append("the numbers of clan \(clan) have gaps")
        }
        return problems
    }
}
