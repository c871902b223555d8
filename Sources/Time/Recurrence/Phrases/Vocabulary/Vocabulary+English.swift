import ChatModel

extension Vocabulary {
    static let english: [(String, Term)] =
        [
            ("please|pls|plz|can you|could you|would you|hey", .politeness),
            ("remind|reminder", .verb),
            ("me|myself|i", .audience(.me)), ("us|ourselves", .audience(.us)),
            ("here|everyone here|everybody here|everyone|everybody|all of us|the channel|this channel", .audience(.here)),
            ("that", .that), ("about|of|for", .about), ("to", .to),
            ("please|pls|plz|thanks|thank you|thx|ok|okay", .particle),

            ("at|by the clock", .at), ("on", .on), ("in|within", .within), ("after", .after), ("from", .from),
            ("between", .between), ("to|through|thru|till|until|til", .through), ("and", .and), ("of|in", .of),
            ("until|till|til|up to", .until), ("except|excluding|but not on|except on", .except), ("for", .forSome),
            ("starting|starting on|starting from|beginning|from", .starting), ("by|before", .before), ("ago", .ago),
            ("from now|later", .more), ("from today", .fromToday), ("every|each", .every),
            ("about|around|roughly|exactly|sharp", .exactly),

            ("a|an|one", .article), ("half", .half), ("quarter", .quarter), ("couple of|a couple of|couple", .couple),
            ("past", .past), ("to", .minutesTo),

            ("s|sec|secs|second|seconds", .unit(.second)), ("m|min|mins|minute|minutes", .unit(.minute)),
            ("h|hr|hrs|hour|hours", .unit(.hour)), ("d|day|days", .unit(.day)), ("w|wk|wks|week|weeks", .unit(.week)),
            ("month|months", .unit(.month)), ("y|yr|yrs|year|years", .unit(.year)), ("fortnight|fortnights", .unit(.fortnight)),
            ("times|time", .times),

            ("today", .day(0)), ("tomorrow|tmr|tmrw|tomorow|tommorow|tommorrow|2moro", .day(1)),
            ("day after tomorrow|the day after tomorrow", .day(2)), ("yesterday|day before yesterday|last night", .yesterday),
            ("weekdays|weekday|workday|workdays|working day|working days|business day|business days", .workdays),
            ("weekend", .weekend), ("weekends", .weekends),
            ("end of the month|end of month|the end of the month|month end|eom", .edge(.endOfMonth)),
            ("start of the month|beginning of the month|the beginning of the month", .edge(.startOfMonth)),
            ("end of the year|the end of the year", .edge(.endOfYear)),
            ("last day", .cardinalEdge(.endOfMonth)), ("first day", .cardinalEdge(.startOfMonth)),
            ("next", .next), ("coming|upcoming|this coming", .coming), ("this", .this), ("last|previous", .last),
            ("last week|last month|last year", .pastWeek),
            ("next week", .period(.week, 1)), ("this week", .period(.week, 0)),
            ("week after next|the week after next", .period(.week, 2)),
            ("month after next|the month after next", .period(.month, 2)),
            ("next month", .period(.month, 1)),
            ("this month|the month", .period(.month, 0)), ("next year", .period(.year, 1)), ("this year", .period(.year, 0)),
            ("month", .monthWord), ("day", .dayWord),
            ("other", .other),

            ("h", .hourSign), ("o'clock|oclock", .oClock), ("minutes|minute|mins|min", .minuteWord),
            ("am", .am), ("pm", .pm),
            ("in the morning|of the morning|morning", .part(.morning)),
            ("early morning|early in the morning", .part(.earlyMorning)),
            ("in the afternoon|afternoon", .part(.afternoon)), ("in the evening|evening", .part(.evening)),
            ("at night|night|in the night", .part(.night)), ("at lunchtime|lunchtime", .part(.noon)),
            ("this morning", .partOfToday(.morning)), ("this afternoon", .partOfToday(.afternoon)),
            ("tonight|tonite|this evening", .partOfToday(.evening)),
            ("noon|midday|at noon|at midday", .noon), ("midnight", .midnight),
            ("end of day|end of the day|the end of the day|the end of day|eod|close of business", .endOfDay),

            ("daily|everyday", .each(.day)), ("weekly", .each(.week)), ("monthly", .each(.month)),
            ("yearly|annually", .each(.year)), ("hourly", .hourly), ("nightly", .each(.day)),

            ("time", .zoneWord), ("utc|gmt", .utc),
            ("pst|pdt|est|edt|cst|cdt|mst|mdt|bst|cet|cest|ist|jst|kst|ict|aest|aedt|hkt|sgt|msk|wib", .abbreviatedZone),
            ("holidays|public holidays|holiday", .holidays),
            ("lunar", .lunar),
            (
                "later|later today|soon|some day|someday|sometime|in a bit|in a while|a few minutes|a few hours|a few days|few minutes"
                    + "|several minutes|several hours|several days|some time|in a moment|asap|whenever|one day",
                .vague
            ),
        ] + englishNumbers + englishDays

    private static let englishNumbers: [(String, Term)] =
        [
            "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen",
            "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
        ].enumerated().map { ($0.element, .number($0.offset + 1)) }
        + ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"].enumerated()
        .map { ($0.element, .number(($0.offset + 2) * 10)) }
        + ["first", "second", "third", "fourth", "fifth", "sixth"].enumerated().map { ($0.element, .ordinal($0.offset + 1)) }

    private static let englishDays: [(String, Term)] =
        zip(
            Weekday.allCases,
            [
                "monday|mon", "tuesday|tue|tues", "wednesday|wed|weds", "thursday|thu|thur|thurs", "friday|fri", "saturday|sat",
                "sunday|sun",
            ]
        ).map { ($1, .weekday($0)) }
        + zip(Weekday.allCases, ["mondays", "tuesdays", "wednesdays", "thursdays", "fridays", "saturdays", "sundays"])
        .map { ($1, .weekdays([$0])) }
        + [
            "january|jan", "february|feb", "march|mar", "april|apr", "may", "june|jun", "july|jul", "august|aug",
            "september|sep|sept", "october|oct", "november|nov", "december|dec",
        ].enumerated().map { ($0.element, .month($0.offset + 1)) }
        + places

    /// Places that name a time zone.
    private static let places: [(String, Term)] = [
        ("vietnam|việt nam|vn|hà nội|hanoi|sài gòn|saigon|hồ chí minh", .place("Asia/Ho_Chi_Minh")),
        ("tokyo|japan|nhật|nhật bản", .place("Asia/Tokyo")), ("seoul|korea|hàn quốc|hàn", .place("Asia/Seoul")),
        ("singapore", .place("Asia/Singapore")), ("beijing|china|shanghai|bắc kinh|trung quốc", .place("Asia/Shanghai")),
        ("bangkok|thailand|thái lan", .place("Asia/Bangkok")), ("hong kong", .place("Asia/Hong_Kong")),
        ("taipei|taiwan|đài loan", .place("Asia/Taipei")), ("delhi|india|ấn độ", .place("Asia/Kolkata")),
        ("dubai", .place("Asia/Dubai")), ("moscow|mát-xcơ-va", .place("Europe/Moscow")), ("london", .place("Europe/London")),
        ("paris", .place("Europe/Paris")), ("berlin", .place("Europe/Berlin")), ("new york", .place("America/New_York")),
        ("chicago", .place("America/Chicago")), ("los angeles", .place("America/Los_Angeles")),
        ("san francisco", .place("America/Los_Angeles")), ("toronto", .place("America/Toronto")),
        ("sydney", .place("Australia/Sydney")), ("melbourne", .place("Australia/Melbourne")),
    ]
}
