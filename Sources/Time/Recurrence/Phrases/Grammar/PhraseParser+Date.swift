import ChatModel

extension PhraseParser {
    mutating func date() -> ParsedDay? { isoDate() ?? slashedDate() ?? monthName() ?? vietnameseDate() }

    /// Parses `2026-08-05`.
    private mutating func isoDate() -> ParsedDay? {
        attempt { parser in
            guard let year = parser.digits(), year.digits == 4, parser.takeSign("-", "/", glued: true),
                let month = parser.digits(glued: true), parser.takeSign("-", "/", glued: true),
                let day = parser.digits(glued: true), parser.isAtBoundary
            else { return nil }
            return .date(day: day.value, month: month.value, year: year.value)
        }
    }

    /// Parses `15/3`, `15-3-2026`, `15.3.2026`; after `ngày` the day comes first.
    private mutating func slashedDate() -> ParsedDay? {
        attempt { parser in
            let isDayFirst = parser.take(.dayWord)
            guard let first = parser.digits(), first.digits <= 2, case .sign(let sign)? = parser.token()?.kind,
                ["/", "-", "."].contains(sign), parser.takeSign(sign, glued: true), let second = parser.digits(glued: true),
                second.digits <= 2
            else { return nil }
            let year: (value: Int, digits: Int)? = parser.attempt { parser in
                guard parser.takeSign(sign, glued: true), let year = parser.digits(glued: true), year.digits == 4 else {
                    return nil
                }
                return year
            }
            guard sign == "/" || year != nil, parser.isAtBoundary else { return nil }
            if isDayFirst || sign == "." { return .date(day: first.value, month: second.value, year: year?.value) }
            return .slashed(first.value, second.value, year: year?.value)
        }
    }

    /// Parses `March 15`, `15th of March`, `15 Mar 2027`.
    private mutating func monthName() -> ParsedDay? {
        attempt { parser in
            _ = parser.takeThe()
            if let month = parser.takeMonth() {
                guard let day = parser.digits(), day.digits <= 2 else { return nil }
                parser.takeOrdinalEnding()
                guard parser.isAtBoundary || parser.token()?.kind == .sign(",") else { return nil }
                return .date(day: day.value, month: month, year: parser.year())
            }
            let day = parser.digits()
            guard let value = day.map({ $0.digits <= 2 ? $0.value : 99 }) ?? parser.takeOrdinalWord() else { return nil }
            parser.takeOrdinalEnding()
            _ = parser.take(.about) || parser.take(.of)
            guard let month = parser.takeMonth() else { return nil }
            return .date(day: value, month: month, year: parser.year())
        }
    }

    mutating func takeMonth() -> Int? {
        guard token()?.kind == .word else { return nil }
        return take { if case .month(let month) = $0 { month } else { nil } }
    }

    private mutating func year() -> Int? {
        attempt { parser in
            _ = parser.takeSign(",")
            guard let year = parser.digits(), year.digits == 4, (1900...9999).contains(year.value), parser.isAtBoundary,
                parser.token()?.kind != .sign(":")
            else { return nil }
            return year.value
        }
    }

    /// Parses `ngày 15 tháng 3 năm 2027`, `15 tháng tư`.
    private mutating func vietnameseDate() -> ParsedDay? {
        attempt { parser in
            _ = parser.take(.dayWord)
            guard let day = parser.number(), parser.take(.monthWord), let month = parser.number() else { return nil }
            let year: Int? = parser.attempt { parser in
                guard parser.take(.yearWord), let year = parser.digits(), year.digits == 4 else { return nil }
                return year.value
            }
            guard !parser.sees(.once) else { return nil }
            return .date(day: day, month: month, year: year)
        }
    }
}
