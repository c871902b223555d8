import BotConfiguration
import ChatModel
import Recurrence

extension ScheduleTrigger {
    /// The default anchor from which weeks, months and intervals are counted: a Monday in the past, so that they do not depend on
    /// the start of the application.
    private static let anchor = CivilTime(year: 1970, month: 1, day: 5)

    /// Reads a phrase, or another notation with its name as prefix.
    init?(phrase node: ConfigNode, _ compilation: CompilationContext) {
        guard node.text(compilation.diagnostics) != nil,
            let recurrence = Self.recurrence(
                node, compilation, { text throws(ScheduleSyntaxError) in try Recurrence(notation: text) }),
            let schedule = Self.schedule(
                recurrence, in: compilation.zones(nil)[compilation.clan], from: nil, except: .none, at: node,
                compilation)
        else { return nil }
        self.schedule = JobSchedule(schedule)
    }

    /// Takes its keys out of a map that may have other keys.
    init?(_ map: inout MapReader, _ compilation: CompilationContext) {
        let diagnostics = compilation.diagnostics
        let before = diagnostics.errors
        let every = map.take(
            "every",
            "A phrase: `weekday at 09:00`, `2nd tuesday at 14:00`, `20 minutes between 09:00 and 17:00`, `mỗi thứ hai lúc 9h`.")
        let cron = map.take("cron", "A cron expression with five fields: minute, hour, day of the month, month, day of the week.")
        let rrule = map.take("rrule", "An RFC 5545 recurrence rule: `FREQ=MONTHLY;BYDAY=2TU;BYHOUR=14;BYMINUTE=0`.")
        let at = map.take("at", "A single time, for example `2026-01-07 09:00`.")
        let zones = compilation.zones(map.take("tz", "The time zone, for example `Asia/Ho_Chi_Minh` (default: the clan's)."))
        let zone = zones[compilation.clan]
        let from = map.take("from", "The start, from which weeks and intervals are counted, for example `2026-01-05 09:00`.")?
            .civilTime(diagnostics)
        let except =
            map.take("except", "Lists of kind calendar with dates to exclude.")
            .map { compilation.configuration.lists.exceptions($0, diagnostics) } ?? .none
        calendar = map.take("calendar", "A calendar; occurrences outside its open hours are skipped.")
            .flatMap { compilation.clock($0, zones: zones) }
        let missed = map.take("missed", "The policy for runs missed while the bot was not running.")
            .map { MissedRunPolicy($0, diagnostics) }
        if let overlap = map.take(
            "overlap", "The policy while an earlier run waits: `skip` (default), `queue`, `replace` or `parallel`.")?
            .choice(OverlapPolicy.self, "an overlap policy", diagnostics)
        {
            self.overlap = overlap
        }
        if let jitter = map.take("jitter", "The bound of a delay that spreads the runs; it is the same every time.")?.duration(
            diagnostics)
        {
            self.jitter = jitter
        }
        let given = [every, cron, rrule, at].compactMap(\.self)
        guard given.count == 1 || diagnostics.isRecording else {
            diagnostics.error(
                given.isEmpty ? "missing-key" : "several-sources",
                "a schedule needs exactly one of every, cron, rrule or at",
                at: given.dropFirst().first?.position ?? map.position,
                suggestion: given.isEmpty ? "add every: weekday at 09:00" : "remove all but one of them")
            return nil
        }
        let recurrence =
            [
                every.flatMap {
                    Self.recurrence($0, compilation) { text throws(ScheduleSyntaxError) in try Recurrence(every: text) }
                },
                cron.flatMap {
                    Self.recurrence($0, compilation) { text throws(ScheduleSyntaxError) in try Recurrence(cron: text) }
                },
                rrule.flatMap {
                    Self.recurrence($0, compilation) { text throws(ScheduleSyntaxError) in try Recurrence(rrule: text, from: from)
                    }
                },
            ].compactMap(\.self).first
        let once = at?.civilTime(diagnostics)
        guard diagnostics.errors == before, let node = given.first else { return nil }
        let schedule =
            if let once {
                Schedule(Recurrence(.once), in: zone, from: once, except: except)
            } else {
                recurrence.flatMap { Self.schedule($0, in: zone, from: from, except: except, at: node, compilation) }
            }
        guard let schedule, diagnostics.errors == before else { return nil }
        self.schedule = JobSchedule(schedule, missed: (missed ?? nil) ?? .default)
    }

    /// Parses a recurrence, and reports errors at the word concerned.
    private static func recurrence(
        _ node: ConfigNode, _ compilation: CompilationContext, _ read: (String) throws(ScheduleSyntaxError) -> Recurrence
    ) -> Recurrence? {
        guard let text = node.text(compilation.diagnostics) else { return nil }
        do {
            return try read(text)
        } catch {
            compilation.diagnostics.error(
                "bad-schedule", error.message,
                at: node.position(ofScalarAt: error.columns.lowerBound, length: max(1, error.columns.count)),
                suggestion: error.suggestion)
            return nil
        }
    }

    /// Returns the schedule. Parts that a recurrence rule leaves open are taken from its start, which must be given in that case.
    private static func schedule(
        _ recurrence: Recurrence, in zone: ZoneRules, from: CivilTime?, except: ScheduleExceptions, at node: ConfigNode,
        _ compilation: CompilationContext
    ) -> Schedule? {
        let diagnostics = compilation.diagnostics
        if from == nil, let open = recurrence.missingPart {
            diagnostics.error(
                "bad-schedule", "\(open.what) is missing", at: node.position,
                suggestion: "\(open.add), or add from: \"2026-01-05 09:00\"")
            return nil
        }
        guard let start = from ?? anchor else { return nil }
        let schedule = Schedule(recurrence, in: zone, from: start, except: except)
        guard !schedule.isEmpty else {
            diagnostics.error(
                "never-comes", "this schedule has no occurrence", at: node.position, suggestion: "check its end and 'except'")
            return nil
        }
        return schedule
    }
}

extension Recurrence {
    /// The part of the recurrence that is taken from its start, with a suggestion.
    fileprivate var missingPart: (what: String, add: String)? {
        if case .count = end { return ("the start date", "write until 2026-12-31") }
        guard case .days(let rules, let times) = cadence else { return nil }
        if times == .at([]) { return ("the time of day", "add BYHOUR=9;BYMINUTE=0") }
        let hasDays = rules.allSatisfy { $0.unit == .day || !$0.monthDays.isEmpty || !$0.weekdays.isEmpty }
        return hasDays ? nil : ("the day", "add BYDAY=MO or BYMONTHDAY=1")
    }
}

extension MissedRunPolicy {
    /// Reads `fire_once`, or `{ policy: fire_once, grace: 45m, max: 5 }`.
    fileprivate init?(_ node: ConfigNode, _ diagnostics: DiagnosticCollector) {
        if node.isText(diagnostics) {
            guard let policy = node.choice(Mode.self, "a policy for missed runs", diagnostics) else { return nil }
            self.init(policy)
            return
        }
        guard var map = MapReader(node, "'missed'", diagnostics) else { return nil }
        let policy = map.take("policy", "`fire_once` (the default), `fire_all` or `skip`.")?
            .choice(Mode.self, "a policy for missed runs", diagnostics)
        let grace = map.take("grace", "The maximum delay; later runs are dropped.")?.duration(diagnostics)
        let max = map.take("max", "The maximum number of missed runs to perform, the latest first (default: 5).")?
            .wholeNumber(in: 1...1000, diagnostics)
        map.finish()
        self.init(policy ?? .fireOnce, grace: grace, max: max ?? 5)
    }
}
