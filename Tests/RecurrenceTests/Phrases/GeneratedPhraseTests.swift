import Foundation
import Testing

@testable import Recurrence

/// Tests generated phrases with known meanings. The generator is independent of the grammar.
struct GeneratedPhraseTests {
    private static func verdict(on request: PhraseGenerator.Request, _ zone: ZoneRules) -> PhraseCorpus.Verdict {
        do {
            let reading = try ParsedPhrase(request.phrase).resolve(now: request.now, in: zone, zones: PhraseCorpus.zones)
            let found =
                switch reading.when {
                case .once(_, let instant): [instant]
                case .recurring(let recurrence, let start):
                    Schedule(recurrence, in: reading.zone, from: start).occurrences(from: request.now, limit: 3).map(\.instant)
                }
            let said = reading.what?.text ?? ""
            return found == request.expected && said == request.text
                ? .right : .wrong("\(found.map { zone.civil(of: $0).description }) '\(said)'")
        } catch {
            return .refused("\(error.reason) '\(error.words)'")
        }
    }

    @Test(arguments: [("vi", 0.9), ("en", 0.9)])
    func `a generated phrase is resolved as intended or asked back`(language: String, least: Double) throws {
        var wrong: [String] = []
        var refused: [String] = []
        var count = 0
        for seed in 1...2000 as ClosedRange<UInt64> {
            var generator = PhraseGenerator(seed: seed)
            guard let request = language == "vi" ? generator.vietnamese() : generator.english() else { continue }
            count += 1
            let zone = try #require(PhraseCorpus.zones.zone(named: request.zone))
            let expected = request.expected.map { zone.civil(of: $0).description }
            switch Self.verdict(on: request, zone) {
            case .right: break
            case .refused(let why): refused.append("\(request.phrase): \(why)")
            case .wrong(let found):
                wrong.append("[\(zone.civil(of: request.now))] \(request.phrase): \(found) instead of \(expected)")
            }
        }
        print(
            "phrases generated \(language): \(count - wrong.count - refused.count) of \(count) right, \(refused.count) asked back"
        )
        #expect(count >= 1500)
        #expect(wrong.isEmpty, "\(wrong.prefix(40).joined(separator: "\n"))")
        #expect(Double(count - refused.count) >= least * Double(count), "\(refused.prefix(60).joined(separator: "\n"))")
    }
}
