import ChatModel

extension PhraseSplitter {
    /// Splits a request that begins with the time.
    func splitLeadingTime(
        _ time: ParsedTime, _ parser: PhraseParser, _ known: [PhraseRecipient], isRequest: Bool
    ) -> ParsedPhrase {
        var rest = parser
        var who = known
        skipSigns(&rest, ":", ",", "-", "–", ".", "!", "→")
        var time = time
        if !isRequest, who.isEmpty {
            who = requestBehind(&rest)
            if !who.isEmpty { takeClock(&time, &rest) }
        }
        let isJoined = takeConnector(&rest, .to, .that, .about)
        skipSigns(&rest, ":", ",")
        if time.error == nil, let end = isJoined ? endOfStretch(rest) : endOfMore(rest) ?? endOfUnread(rest, time) {
            time.error = .init(reason: .ambiguous, range: time.range.lowerBound..<end)
        }
        var end = tokens.count
        let merger = merge(&time, rest, &end)
        let what = what(from: rest.index, to: end)
        let refusal = refusal(of: time) ?? merger ?? (what == nil ? missing(.missingWhat) : nil)
        return ParsedPhrase(who: who, what: what, text: text, tokens: tokens, time: time, refusal: refusal)
    }

    /// Returns the end of a second time, which is not supported: `tomorrow or friday`, `mai từ 9h đến 10h`, `march 15 and 16`.
    private func endOfMore(_ rest: PhraseParser) -> Int? {
        var next = rest
        guard let word = next.token()?.text else { return nil }
        let isOr = ["or", "hoặc", "hoac", "nữa"].contains(word)
        let isJoint = isOr || ["and", "và", "va"].contains(word) || next.sees { $0 == .between || $0 == .from }
        if isJoint { next.index += 1 }
        if let more = candidate(next) { return more.range.upperBound }
        let isNumber = next.token()?.isNumber == true
        if isOr || isJoint && isNumber { return next.index }
        // As in `9-10am`.
        guard isNumber, next.token(2)?.isNumber == true, case .sign(let sign)? = next.token(1)?.kind, "-–".contains(sign) else {
            return nil
        }
        return next.index + 3
    }

    /// Takes the recipients of a request after the time, as in `mai 8h nhắc tôi họp`. Without recipients the words are the task.
    private func requestBehind(_ rest: inout PhraseParser) -> [PhraseRecipient] {
        var parser = rest
        while parser.take(.politeness) {}
        guard parser.take(.verb) else { return [] }
        let who = audience(&parser, isRequest: true)
        // `nhắc anh Nam gọi` means to remind Nam.
        guard !who.isEmpty, parser.token()?.isCapitalised != true else { return [] }
        skipSigns(&parser, ":", ",")
        rest = parser
        return who
    }

    /// Takes the clock time of `sáng mai nhắc tôi 7h …`.
    private func takeClock(_ time: inout ParsedTime, _ rest: inout PhraseParser) {
        var parser = rest
        guard time.lacksClock, time.error == nil, let more = parser.time(), more.isClockOnly, more.error == nil,
            parser.isAtBoundary
        else { return }
        (time.clocks, time.lead) = (more.clocks, more.lead)
        time.partOfDay = time.partOfDay ?? more.partOfDay
        time.zone = time.zone ?? more.zone
        rest = parser
        skipSigns(&rest, ":", ",")
    }

    /// Finds unsupported words that belong to the time: `friday week`, `friday after next`, `tomorrow at half 8`.
    private func endOfUnread(_ rest: PhraseParser, _ time: ParsedTime) -> Int? {
        if time.day != nil, rest.token(-1)?.kind == .word {
            if ["week", "fortnight"].contains(rest.token()?.text) { return rest.index + 1 }
            if rest.token()?.text == "after", rest.token(1)?.text == "next" { return rest.index + 2 }
        }
        var half = rest
        guard time.clocks.isEmpty else { return nil }
        if time.lacksClock, let number = rest.token(), isHourAlone(number, rest) { return rest.index + 1 }
        _ = half.take(.at)
        guard half.take(.half), let hour = half.number(), (1...12).contains(hour) else { return nil }
        return half.index
    }

    /// Returns a Boolean value that indicates whether a number may be an hour: `mai 10 họp` may mean ten o'clock, or ten of something
    /// without a counting word.
    private func isHourAlone(_ token: PhraseToken, _ rest: PhraseParser) -> Bool {
        guard case .number(let hour, let digits) = token.kind, digits <= 2, hour <= 24, rest.at(rest.index + 1).isAtBoundary
        else {
            return false
        }
        return rest.token(1).map { $0.kind == .word && !PhraseParser.counted.contains($0.text) } ?? true
    }

    /// Finds the end of `11:30 to 12 to call`.
    private func endOfStretch(_ rest: PhraseParser) -> Int? {
        guard tokens.indices.contains(rest.index - 1), tokens[rest.index - 1].text == "to", rest.token()?.isNumber == true else {
            return nil
        }
        let isStretch = rest.at(rest.index + 1).sees { $0 == .to || $0 == .am || $0 == .pm || $0 == .hourSign }
        return isStretch || rest.token(1)?.kind == .sign(":") ? rest.index + 1 : nil
    }

    /// Merges a part of the time from the end of the text: `tomorrow … at 5 pm`, `every day … until friday`.
    private func merge(_ time: inout ParsedTime, _ rest: PhraseParser, _ end: inout Int) -> PhraseError? {
        guard time.delay == nil, time.error == nil else { return nil }
        var place = rest.index
        while place < tokens.count {
            let parser = parser.at(place)
            if time.isRecurring, endsOnly(&time, at: place) {
                end = place
                return nil
            }
            if time.isRecurring, let range = endOfDay(at: place) { return doubtful(range) }
            guard let tail = candidate(parser), !isOfWhat(place) else {
                place += 1
                continue
            }
            let after = parser.at(tail.range.upperBound)
            if time.lacksClock, tail.isClockOnly {
                if tail.clocks.contains(where: \.isHalfAlone) { return doubtful(tail.range) }
                guard reachesEnd(after) else {
                    if parser.sees(.at) { return doubtful(tail.range) }
                    place += 1
                    continue
                }
                time.clocks = tail.clocks
                time.lead = tail.lead
                time.partOfDay = time.partOfDay ?? tail.partOfDay
                time.zone = time.zone ?? tail.zone
                end = place
                return nil
            }
            if !time.isRecurring, !time.isClockOnly, tail.recurrence != nil, reachesEnd(after), time.lacksClock || isEvery(tail) {
                return doubtful(tail.range)
            }
            // The day may belong to the task or to the time at the front.
            if time.isClockOnly, tail.isDayOnly, tail.recurrence == nil { return doubtful(tail.range) }
            if time.isClockOnly, tail.isDayOnly, reachesEnd(after) {
                guard tail.window == nil else { return doubtful(tail.range) }
                let clocks = time.clocks, part = time.partOfDay, zone = time.zone, range = time.range
                time = tail
                (time.clocks, time.partOfDay, time.range) = (clocks, part ?? tail.partOfDay, range)
                time.zone = zone ?? tail.zone
                end = place
                return nil
            }
            place += 1
        }
        return nil
    }

    /// Finds an ambiguous end: `mỗi tiếng uống nước đến 18h` may mean until 18:00 today or every day.
    private func endOfDay(at place: Int) -> Range<Int>? {
        var parser = parser.at(place)
        guard parser.take(.until, .through), parser.clock() != nil, reachesEnd(parser) else { return nil }
        return place..<parser.index
    }

    /// Returns a Boolean value that indicates whether a recurrence belongs to the time rather than to a thing, as in `the weekly report`.
    private func isEvery(_ time: ParsedTime) -> Bool {
        !["hàng", "hằng", "hang", "daily", "weekly", "monthly", "yearly"].contains(tokens[time.range.lowerBound].text)
    }

    /// Takes an end or an exception of a recurrence at the end of the text.
    private func endsOnly(_ time: inout ParsedTime, at place: Int) -> Bool {
        var parser = parser.at(place)
        var copy = time
        guard parser.ends(into: &copy) || parser.window(into: &copy), copy.starting == time.starting else { return false }
        while parser.ends(into: &copy) || parser.window(into: &copy) {}
        guard reachesEnd(parser) else { return false }
        time = copy
        return true
    }
}
