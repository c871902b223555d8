import ChatModel

/// Splits a request into recipients, time and task. The time comes either first or last.
struct PhraseSplitter {
    let text: String
    let tokens: [PhraseToken]
    /// The parser at the beginning.
    let parser: PhraseParser

    init(_ text: String, _ mentions: [PhraseMention]) {
        self.init(text, PhraseTokenizer.tokens(of: text, mentions))
    }

    private init(_ text: String, _ tokens: [PhraseToken]) {
        self.text = text
        self.tokens = tokens
        parser = PhraseParser(tokens)
    }

    /// Parses all tokens from a position.
    func draft(from first: Int = 0) -> ParsedPhrase {
        var parser = parser.at(first)
        skipSigns(&parser)
        while parser.take(.politeness) {}
        let hasVerb = parser.take(.verb)
        let start = parser.index
        if let main = remindedBefore(from: first, verb: hasVerb) { return main }
        var main = split(parser, isRequest: hasVerb)
        // Without diacritics, `toi mai` may be `tôi, mai` or `tối mai`.
        if hasVerb, parser.token()?.text == "toi", parser.sees(.part(.evening)),
            ["mai", "nay"].contains(parser.token(1)?.text), !parser.isMarked
        {
            let evening = split(parser.at(start), isRequest: hasVerb, who: [])
            main = ParsedPhrase(
                who: main.recipients, what: main.task, text: text, tokens: tokens, time: main.time, refusal: main.error,
                others: main.others + [evening])
        }
        return main
    }

    /// Parses `meeting at 2pm, remind me 15 minutes before`: the request before the comma, with a lead time.
    private func remindedBefore(from first: Int, verb hasVerb: Bool) -> ParsedPhrase? {
        for place in tokens.indices.dropFirst(first + 1) {
            var parser = parser.at(place)
            guard !hasVerb, parser.take(.verb) else { continue }
            let who = audience(&parser, isRequest: true)
            guard let length = parser.leadOfReminder(), reachesEnd(parser) else { continue }
            var end = place
            while end > first, case .sign = tokens[end - 1].kind { end -= 1 }
            let event = PhraseSplitter(text, Array(tokens[..<end])).draft(from: first)
            guard var time = event.time, time.lead == nil else { return nil }
            time.lead = .init(value: length, range: time.range)
            return ParsedPhrase(
                who: event.recipients.isEmpty ? who : event.recipients, what: event.task, text: text, tokens: event.tokens,
                time: time,
                refusal: event.error, others: event.others)
        }
        return nil
    }

    /// Returns a request that consists of a time that was already parsed.
    func draft(of time: ParsedTime) -> ParsedPhrase { ParsedPhrase(who: [], what: nil, text: text, tokens: tokens, time: time) }

    func split(_ from: PhraseParser, isRequest: Bool, who known: [PhraseRecipient]? = nil) -> ParsedPhrase {
        var parser = from
        let who = known ?? audience(&parser, isRequest: isRequest)
        let isJoined = takeConnector(&parser, .that, .about, .to)
        skipSigns(&parser, ":", ",", "-", "–")
        if !isJoined, let time = parser.time(), parser.isAtBoundary {
            return splitLeadingTime(time, parser, who, isRequest: isRequest)
        }
        return splitTrailingTime(parser, who)
    }

    func skipSigns(_ parser: inout PhraseParser, _ signs: Character...) {
        while case .sign(let sign)? = parser.token()?.kind, signs.isEmpty || signs.contains(sign) { parser.index += 1 }
    }

    func takeConnector(_ parser: inout PhraseParser, _ terms: Term...) -> Bool {
        parser.take { terms.contains($0) ? true : nil } ?? false
    }

    func audience(_ parser: inout PhraseParser, isRequest: Bool) -> [PhraseRecipient] {
        var who: [PhraseRecipient] = []
        while true {
            let before = parser.index
            if !who.isEmpty {
                guard parser.takeSign(",", "&") || parser.take(.and) || parser.token()?.isMention == true else { return who }
            } else {
                _ = parser.take(.toWhom)
            }
            if case .mention(let subject)? = parser.token()?.kind {
                parser.index += 1
                who.append(.mention(subject))
            } else if isRequest || !who.isEmpty, !isWeekday(parser),
                let said = parser.take({ if case .audience(let who) = $0 { who } else { nil } })
            {
                who.append(said)
            } else {
                parser.index = before
                return who
            }
        }
    }

    /// Distinguishes the `t` of a weekday, as in `t7`, from the pronoun.
    private func isWeekday(_ parser: PhraseParser) -> Bool {
        var copy = parser
        return parser.token()?.text == "t" && copy.weekday() != nil
    }

    /// Returns a Boolean value that indicates whether only polite particles are left.
    func reachesEnd(_ parser: PhraseParser) -> Bool {
        var rest = parser
        while !rest.isAtEnd {
            if case .sign? = rest.token()?.kind {
                rest.index += 1
            } else if !rest.take(.particle) {
                return false
            }
        }
        return true
    }

    func doubtful(_ range: Range<Int>) -> PhraseError {
        PhraseError(.ambiguous, at: parser.textRange(range), words: words(range))
    }

    func refusal(of time: ParsedTime) -> PhraseError? {
        time.error.map { PhraseError($0.reason, at: parser.textRange($0.range), words: words($0.range)) }
    }

    func missing(_ reason: PhraseError.Reason, words range: Range<Int> = 0..<0) -> PhraseError {
        PhraseError(reason, at: parser.textRange(range), words: range.isEmpty ? "" : words(range))
    }

    func words(_ range: Range<Int>) -> String {
        parser.textRange(range).slice(of: text).map(String.init) ?? ""
    }

    /// Returns the text between two tokens, without the surrounding spaces and punctuation; `nil` if only polite particles are left.
    func what(from first: Int, to end: Int) -> PhraseText? {
        guard first < end, tokens.indices.contains(first), tokens.indices.contains(end - 1) else { return nil }
        var last = end - 1
        if end < tokens.count {
            while last > first, case .sign(let sign) = tokens[last].kind, [",", "-", ":", "–", ";"].contains(sign) { last -= 1 }
        }
        var onlyManners = parser.at(first)
        while onlyManners.index <= last {
            if case .sign? = onlyManners.token()?.kind {
                onlyManners.index += 1
            } else if !onlyManners.take(.particle) {
                break
            }
        }
        guard onlyManners.index <= last else { return nil }
        let range = TextRange(tokens[first].range.start, tokens[last].range.end)
        guard let slice = range.slice(of: text) else { return nil }
        return PhraseText(text: String(slice), range: range)
    }
}
