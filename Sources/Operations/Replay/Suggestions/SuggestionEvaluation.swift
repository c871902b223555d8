import BotConfiguration
import BotKit
import ChatModel
import Foundation
import Moderation
import RuleEngine

/// The first pass over the history: what the rules do, and what moderators think of it.
struct SuggestionEvaluation {
    /// A threshold in one clan.
    private struct Key: Hashable {
        var rule: String
        var position: SourcePosition
        var clan: ClanID
    }

    let readRules: Set<String>
    private(set) var verdicts: ModeratorVerdicts
    private let listing: [RuleListing]
    private let observable: Set<String>
    private let named: Set<String>
    private let clans: Set<ClanID>?
    private let zone: TimeZone
    private var activities: [String: RuleLoadCounter] = [:]
    private var coverage = RuleCoverage()
    private var evidence: [Key: ThresholdEvidence] = [:]
    /// The clans in which a rule acts, also those that are not reported.
    private var clansOfRule: [String: Set<ClanID>]
    private let sharedThresholds: Set<SourcePosition>
    private var entries = 0
    private var first: Date?
    private var last: Date?

    init(
        _ rules: RuleSet, named: [String], clans: Set<ClanID>?, channels: [Channel], _ verdicts: ModeratorVerdicts, zone: TimeZone
    ) {
        listing = rules.listing
        clansOfRule = Dictionary(
            listing.map { rule in (rule.id, Set(channels.filter(rule.applies).map(\.clan).filter { !$0.isNone })) }
        ) { $1 }
        sharedThresholds = rules.sharedThresholds
        observable = rules.observableRules
        self.named = Set(named.isEmpty ? listing.map(\.id) : named)
        readRules = named.isEmpty ? Set(rules.moderationRules) : Set(named)
        self.clans = clans
        self.verdicts = verdicts
        self.zone = zone
    }

    mutating func note(_ observation: BacktestObservation) {
        // A channel that the directory does not know.
        for rule in Set(observation.readings.map(\.rule)) where clansOfRule[rule, default: []].insert(observation.clan).inserted {
            if isWithheld(rule) { evidence = evidence.filter { $0.key.rule != rule } }
        }
        guard clans?.contains(observation.clan) ?? true else { return }
        entries += 1
        first = min(first ?? observation.at, observation.at)
        last = max(last ?? observation.at, observation.at)
        verdicts.note(observation.event, of: observation.clan, at: observation.at)
        for reading in observation.readings where !isWithheld(reading.rule) {
            let key = Key(rule: reading.rule, position: reading.threshold.position, clan: observation.clan)
            if evidence[key] == nil { evidence[key] = ThresholdEvidence(reading) }
            evidence[key]?.add(reading, of: observation.event.message, at: observation.at, verdicts)
        }
        let results = Dictionary(grouping: observation.after?.results ?? []) { $0.rule ?? "" }.filter { !$0.key.isEmpty }
        guard !results.isEmpty else { return }
        let isHit = !RuleSet.isContinuation(observation.event)
        for (rule, results) in results where named.contains(rule) {
            activities[rule, default: RuleLoadCounter()].add(
                results, isHit: isHit, on: String(observation.at.stamp(in: zone).prefix(10)))
        }
        coverage.add(results, on: observation.event)
    }

    private func isShared(_ rule: String) -> Bool { (clansOfRule[rule] ?? []).count > 1 }

    /// Returns whether nothing is said of a rule's thresholds, because the judgements are those of several clans.
    private func isWithheld(_ rule: String) -> Bool { isShared(rule) && clans?.count != 1 }

    /// The report, with every threshold but without suggestions.
    func report() -> SuggestionReport {
        var report = SuggestionReport(first: first, last: last, entries: entries, judgements: verdicts.sources)
        let length = first.flatMap { first in last.map { $0.timeIntervalSince(first) } } ?? 0
        let weeks = max(length, 86_400) / (7 * 86_400)
        for rule in listing where named.contains(rule.id) && rule.mode != .disabled {
            guard let activity = activities[rule.id] else {
                if observable.contains(rule.id) { report.neverActed.append(rule.id) }
                continue
            }
            report.loads.append(activity.load(of: rule.id, mode: rule.mode.rawValue, weeks: weeks))
        }
        report.covered = coverage.covered.filter { named.contains($0.rule) }
        return report
    }

    /// Adds the thresholds to a report, and returns the best change of each rule by its place in it.
    mutating func edits(in report: inout SuggestionReport) -> [Int: ScalarEdit] {
        var edits: [Int: ScalarEdit] = [:]
        var best: [String: (index: Int, gain: Int)] = [:]
        let keys = evidence.keys.sorted { ($0.rule, $0.position, $0.clan) < ($1.rule, $1.position, $1.clan) }
        for key in keys {
            guard let found = evidence[key]?.tallies(verdicts), let evidence = evidence[key] else { continue }
            var threshold = SuggestionReport.Threshold(evidence, found)
            do throws(ThresholdChoice.ChoiceError) {
                let choice = try ThresholdChoice(found, of: evidence)
                threshold.suggestion = choice.comparison.description
                threshold.then = .init(removed: choice.badHit, letStand: choice.goodHit, ofRemoved: threshold.removed)
                let index = report.thresholds.count
                if isShared(key.rule) {
                    threshold.reason = "the rule acts in other clans too; give this clan a rule of its own"
                } else if sharedThresholds.contains(key.position) {
                    threshold.reason = "other rules use the same condition; write it in this rule to change it here"
                } else if let other = best[key.rule], other.gain >= choice.gain {
                    threshold.reason = "another number of the rule is changed first"
                } else {
                    if let other = best[key.rule] {
                        edits[other.index] = nil
                        report.thresholds[other.index].reason = "another number of the rule is changed first"
                    }
                    best[key.rule] = (index, choice.gain)
                    edits[index] = ScalarEdit(
                        at: key.position, from: threshold.comparison, to: choice.comparison.description)
                }
            } catch {
                threshold.reason = error.description
            }
            report.thresholds.append(threshold)
        }
        report.sharedRules = readRules.filter(isWithheld).sorted()
        return edits
    }
}

extension SuggestionReport.Threshold {
    fileprivate init(_ evidence: ThresholdEvidence, _ tallies: [ThresholdEvidence.Tally]) {
        let place = evidence.threshold.position
        let removed = tallies.reduce(0) { $0 + $1.bad }
        self.init(
            rule: evidence.rule, part: evidence.threshold.part, file: place.file, line: place.line, column: place.column,
            comparison: evidence.threshold.comparison.description, isOfBursts: evidence.isOfBursts, removed: removed,
            letStand: tallies.reduce(0) { $0 + $1.good },
            now: SuggestionReport.Quality(
                removed: tallies.reduce(0) { $0 + $1.badHit }, letStand: tallies.reduce(0) { $0 + $1.goodHit },
                ofRemoved: removed))
    }
}

extension ThresholdChoice.ChoiceError: CustomStringConvertible {
    var description: String {
        switch self {
        case .fewRemoved(let count):
            "too little evidence: \(count) of the messages were removed, and \(ThresholdChoice.minRemoved) are needed"
        case .isBest: "no other number agrees better with moderators"
        case .uncertain(let right, let wrong):
            "too little evidence: another number would put \(right) decisions right and \(wrong) wrong, which may be chance"
        case .imprecise(let precision):
            "no number tells what was removed from what was let stand: the best precision is "
                + precision.formatted(.number.precision(.fractionLength(2)).locale(Locale(identifier: "en_US_POSIX")))
        case .unwritable: "the better number cannot be written in place of this one"
        }
    }
}
