import ChatModel

@testable import RuleEngine

/// Events drawn from the values that `RandomRules` uses, and from values beside them.
struct RandomEvent {
    private var random: SplitMix64

    init(seed: UInt64) { random = SplitMix64(seed: seed) }

    private mutating func pick<Value>(_ values: [Value]) -> Value { values[Int.random(in: values.indices, using: &random)] }
    private mutating func chance(_ share: Double) -> Bool { Double.random(in: 0..<1, using: &random) < share }

    /// Returns an event that differs from another in some properties.
    mutating func input(like base: RuleTestInput) -> RuleTestInput {
        var input = base
        for _ in 0..<Int.random(in: 0...4, using: &random) { change(&input) }
        return input
    }

    mutating func input() -> RuleTestInput {
        var input = RuleTestInput()
        for _ in 0..<12 { change(&input) }
        return input
    }

    private mutating func change(_ input: inout RuleTestInput) {
        switch Int.random(in: 0..<18, using: &random) {
        case 0...3: input.text = text()
        case 4:
            input.text = pick([input.text + " " + text(), text() + " " + input.text, input.text.uppercased(), input.text + "x"])
        case 5:
            let seconds: Double = pick([600, 3600, 86_400, 7 * 86_400])
            let offsets: [Double] = [-1, 0, 1, -300, 5000]
            input.memberFor = seconds + pick(offsets)
        case 6: input.messagesSeen = pick([0, 1, 2, 4, 5, 6, 99, 100, 101, 1000])
        case 7: input.roles = pick([[], [21], [22], [21, 22], [23]])
        case 8: input.user = pick([7, 8, 5, 1_000_001])
        case 9: input.isBot = chance(0.5)
        case 10: input.channel = pick([11, 12, 14, 99, nil])
        case 11: input.level = pick(["", "calm", "raised", "raid"])
        case 12: input.counters = ["points": pick([0, 1, 2, 3, 4, 5, 6]), "strikes": pick([0, 1, 2, 3, 4, 5, 6])]
        case 13: input.variables = pick([[:], ["mood": "good"], ["mood": "bad"]])
        case 14:
            let users: [UserID] = [7, 8, 8, 30]
            input.mentions = (0..<Int.random(in: 0...4, using: &random)).map {
                Mention(user: users[$0], range: TextRange(0, 0))
            }
        case 15: input.repliedTo = pick([0, 7, 30, RuleTestInput.me])
        case 16: input.at = 1_767_787_200 + Double(Int.random(in: 0..<(14 * 96), using: &random)) * 900
        default:
            input.attachments = Array(
                repeating: Attachment(filename: "a.txt", url: "https://cdn.mezon.ai/a", mediaType: "text/plain", sizeInBytes: 1),
                count: Int.random(in: 0...3, using: &random))
        }
    }

    private mutating func text() -> String {
        let words = RandomRules.words.map { $0.filter { $0 != "*" } }
        let others = [
            "hello", "the", "https://example.com/a", "😀", "aaaaaaa", "123", "frée", "nítro", "fr33", "do ngu", "du lịch", "a\nb",
            "saleable",
            "shell", "WOW", "f r e e", "pokers", "dồ ngủ", "damn.", "bad word", "đi học ở đâu",
        ]
        let parts = (0..<Int.random(in: 1...4, using: &random)).map { _ in chance(0.65) ? pick(words) : pick(others) }
        let whole = parts.joined(separator: pick([" ", " ", " ", "", ", "]))
        return chance(0.2) ? whole.uppercased() : whole
    }
}
