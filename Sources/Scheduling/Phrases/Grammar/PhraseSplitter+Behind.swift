import MezonModel

extension PhraseSplitter {
    /// The time stands last: the first place from which it goes on to the end.
    func behind(_ parser: PhraseParser, _ who: [PhraseRecipient]) -> ParsedPhrase {
        let first = parser.index
        var stray: PhraseError?
        var strayDay: Range<Int>?
        var strayClock: Range<Int>?
        for place in first..<max(first, tokens.count) {
            let from = parser.at(place)
            if isDayOfSomething(place) { strayDay = strayDay ?? place..<(place + 1) }
            guard let time = candidate(from) else { continue }
            guard reachesEnd(from.at(time.range.upperBound)) else {
                if !time.clocks.isEmpty { strayClock = time.range }
                if time.isDayOnly, !isOfWhat(place) { strayDay = strayDay ?? time.range }
                if stray == nil, time.flaw == nil, !time.clocks.isEmpty {
                    stray = missing(.missingWhen, words: time.range)
                }
                continue
            }
            // `from 3pm to 4pm`, but not `edit 1 to 4pm`.
            let isEndOfWhat = place > first && tokens[place - 1].text == "to"
            if isEndOfWhat || isOfWhat(place), time.flaw == nil {
                // `in the sun at 15:00`
                if tokens[place - 1].text == "the", ParsedTime.shortNames.contains(tokens[place].text) { continue }
                stray = stray ?? missing(.missingWhen, words: time.range)
                break
            }
            let what = what(from: first, to: place)
            var refusal = refusal(of: time) ?? (what == nil ? missing(.missingWhat) : doubt(about: time, from))
            // Two times in a row are one that is not understood.
            if let strayClock, strayClock.upperBound == place {
                refusal = refusal ?? doubtful(strayClock.lowerBound..<time.range.upperBound)
            }
            // `tomorrow's meeting at 9`: at nine today, or then? `mum on sunday and dad on monday`: two of them.
            if time.ahead == nil, let strayDay { refusal = refusal ?? doubtful(strayDay) }
            return ParsedPhrase(who: who, what: what, text: text, tokens: tokens, time: time, refusal: refusal)
        }
        let what = what(from: first, to: tokens.count)
        return ParsedPhrase(
            who: who, what: what, text: text, tokens: tokens, time: nil,
            refusal: vague(from: parser) ?? stray ?? bareLength(parser) ?? missing(.missingWhen))
    }

    /// `tomorrow's`
    private func isDayOfSomething(_ place: Int) -> Bool {
        guard tokens[place].text.hasSuffix("'s") else { return false }
        var plain = tokens[place]
        plain.text = String(plain.text.dropLast(2))
        plain.folded = plain.text
        return Vocabulary.both.terms(at: 0, of: [plain], isMarked: true).contains {
            switch $0.term {
            case .day, .weekday: true
            default: false
            }
        }
    }

    /// Whether the word before says that the time belongs to what is to be done: `the table for tomorrow`, `trước 17h`.
    func isOfWhat(_ place: Int) -> Bool {
        guard tokens.indices.contains(place - 1) else { return false }
        // `về lúc 6h` is to come home at six.
        let isHome = ["về", "ve"].contains(tokens[place - 1].text) && parser.at(place).sees(.at)
        return !isHome && Self.wordsBeforeWhat.contains(tokens[place - 1].text)
    }

    private static let wordsBeforeWhat: Set<String> = [
        "for", "of", "by", "before", "about", "until", "till", "since", "from", "than", "the", "cho", "về", "của", "trước",
        "đến",
        "tới",
        "từ", "hơn", "ve", "cua", "truoc", "den", "hon",
    ]

    /// A time that is there and yet may be something else.
    private func doubt(about time: ParsedTime, _ parser: PhraseParser) -> PhraseError? {
        let words = tokens[time.range]
        let text = words.map(\.folded).joined(separator: " ")
        // `gọi mai` may call Mai; `trong 30 phút` behind may be how long.
        let isHalf = time.isClockOnly && time.clocks.contains(where: \.isHalfAlone)
        let isDoubtful =
            isHalf || text == "mai" || words.first?.folded == "trong" && time.ahead != nil && words.last?.folded != "nua"
        return isDoubtful ? doubtful(time.range) : nil
    }

    /// `later`, `sau` as the last word.
    private func vague(from parser: PhraseParser) -> PhraseError? {
        guard let last = tokens.lastIndex(where: { $0.kind == .word }), last > parser.index,
            ["sau", "later", "soon"].contains(tokens[last].text)
        else { return nil }
        return PhraseError(.vague, at: tokens[last].range, words: words(last..<(last + 1)))
    }

    /// A length without a word that says from when: `30 phút`.
    private func bareLength(_ parser: PhraseParser) -> PhraseError? {
        for place in parser.index..<max(parser.index, tokens.count) where tokens[place].isNumber {
            var from = parser.at(place)
            guard let length = from.length(), reachesEnd(from), !isOfWhat(place) else { continue }
            return missing(.missingWhen, words: length.range)
        }
        return nil
    }
}
