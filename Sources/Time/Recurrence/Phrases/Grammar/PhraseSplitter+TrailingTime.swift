import ChatModel

extension PhraseSplitter {
    /// Splits a request that ends with the time, at the first position from which a time extends to the end.
    func splitTrailingTime(_ parser: PhraseParser, _ who: [PhraseRecipient]) -> ParsedPhrase {
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
                if stray == nil, time.error == nil, !time.clocks.isEmpty {
                    stray = missing(.missingWhen, words: time.range)
                }
                continue
            }
            // Accepts `from 3pm to 4pm`, but not `edit 1 to 4pm`.
            let isEndOfWhat = place > first && tokens[place - 1].text == "to"
            if isEndOfWhat || isOfWhat(place), time.error == nil {
                // As in `in the sun at 15:00`.
                if tokens[place - 1].text == "the", ParsedTime.shortNames.contains(tokens[place].text) { continue }
                stray = stray ?? missing(.missingWhen, words: time.range)
                break
            }
            let what = what(from: first, to: place)
            var refusal = refusal(of: time) ?? (what == nil ? missing(.missingWhat) : doubt(about: time, from))
            // Two adjacent times are one time that was not understood.
            if let strayClock, strayClock.upperBound == place {
                refusal = refusal ?? doubtful(strayClock.lowerBound..<time.range.upperBound)
            }
            // `tomorrow's meeting at 9` may mean at nine today or tomorrow; `mum on sunday and dad on monday` contains two times.
            if time.delay == nil, let strayDay { refusal = refusal ?? doubtful(strayDay) }
            return ParsedPhrase(who: who, what: what, text: text, tokens: tokens, time: time, refusal: refusal)
        }
        let what = what(from: first, to: tokens.count)
        return ParsedPhrase(
            who: who, what: what, text: text, tokens: tokens, time: nil,
            refusal: vague(from: parser) ?? stray ?? bareLength(parser) ?? missing(.missingWhen))
    }

    /// Returns a Boolean value that indicates whether a token is a possessive day, such as `tomorrow's`.
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

    /// Returns a Boolean value that indicates whether the preceding word attaches the time to the task: `the table for tomorrow`,
    /// `trước 17h`.
    func isOfWhat(_ place: Int) -> Bool {
        guard tokens.indices.contains(place - 1) else { return false }
        // `về lúc 6h` means to come home at six.
        let isHome = ["về", "ve"].contains(tokens[place - 1].text) && parser.at(place).sees(.at)
        return !isHome && Self.wordsBeforeWhat.contains(tokens[place - 1].text)
    }

    private static let wordsBeforeWhat: Set<String> = [
        "for", "of", "by", "before", "about", "until", "till", "since", "from", "than", "the", "cho", "về", "của", "trước",
        "đến",
        "tới",
        "từ", "hơn", "ve", "cua", "truoc", "den", "hon",
    ]

    /// Returns an error for a time that may mean something else.
    private func doubt(about time: ParsedTime, _ parser: PhraseParser) -> PhraseError? {
        let words = tokens[time.range]
        let text = words.map(\.folded).joined(separator: " ")
        // `gọi mai` may mean to call Mai; a trailing `trong 30 phút` may be a duration.
        let isHalf = time.isClockOnly && time.clocks.contains(where: \.isHalfAlone)
        let isDoubtful =
            isHalf || text == "mai" || words.first?.folded == "trong" && time.delay != nil && words.last?.folded != "nua"
        return isDoubtful ? doubtful(time.range) : nil
    }

    /// Returns an error for `later` or `sau` as the last word.
    private func vague(from parser: PhraseParser) -> PhraseError? {
        guard let last = tokens.lastIndex(where: { $0.kind == .word }), last > parser.index,
            ["sau", "later", "soon"].contains(tokens[last].text)
        else { return nil }
        return PhraseError(.vague, at: tokens[last].range, words: words(last..<(last + 1)))
    }

    /// Returns an error for a duration that does not say from when, such as `30 phút`.
    private func bareLength(_ parser: PhraseParser) -> PhraseError? {
        for place in parser.index..<max(parser.index, tokens.count) where tokens[place].isNumber {
            var from = parser.at(place)
            guard let length = from.length(), reachesEnd(from), !isOfWhat(place) else { continue }
            return missing(.missingWhen, words: length.range)
        }
        return nil
    }
}
