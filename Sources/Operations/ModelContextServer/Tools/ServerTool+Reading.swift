extension ServerTool {
    /// The tools that change nothing.
    package static let reading = [
        ServerTool(
            "search", "Search messages",
            "Searches the messages of all channels, newest first. All words must occur; case and diacritics are ignored.",
            ["journal", "search", "--json"], on: .confinable,
            taking: [
                ToolParameter(
                    "query",
                    "Words; \"quoted words\" form a phrase, hel* matches a prefix. Without it, a channel, user or time is needed",
                    .text, .positional),
                ToolParameter("channel", "Channel: a configured name, label, clan/#label or id", .text, .option("--channel")),
                ToolParameter("user", "Author: a user id or a recent name", .text, .option("--user")),
                .since, .until,
                ToolParameter(
                    "before", "Journal entry that results precede, for the next page", .integer(1...ToolParameter.maxID),
                    .option("--before")),
                ToolParameter("by_relevance", "Sort by relevance instead of time", .flag, .option("--by-relevance")),
                .limit(1...200, default: 20),
            ]),
        ServerTool(
            "history", "List the journal",
            "Lists the newest journal entries (messages, joins, schedules and other events) and what the bot did about each.",
            ["journal", "list", "--json"], on: .confinable,
            taking: [
                .limit(1...500, default: 20),
                ToolParameter("misses", "Include rules and bots that did not act", .flag, .option("--misses")),
            ]),
        ServerTool(
            "explain", "Explain a decision",
            "Explains what the bot did about a message, and why: each rule with the conditions that matched or failed.",
            ["rules", "explain", "--json"], on: .confinable,
            taking: [
                ToolParameter(
                    "message", "Message id, or the number of a journal entry such as #12", .text, .positional, isRequired: true),
                ToolParameter("rule", "Rule to explain, also if it did nothing", .text, .option("--rule")),
            ]),
        ServerTool(
            "cases", "List cases", "Lists moderation cases: what rules did to users. Newest last.", ["cases", "list", "--json"],
            on: .confinable,
            taking: .caseFilter + [
                ToolParameter("open", "Only cases in force: neither ended nor undone", .flag, .option("--open")),
                .limit(1...500, default: 50),
            ]),
        ServerTool(
            "case", "Show a case", "Shows a case with its evidence.", ["cases", "show", "--json"], on: .confinable,
            taking: [.caseNumber(.positional, isRequired: true)]),
        ServerTool(
            "questions", "List open questions", "Lists the questions of rules that wait for moderators.",
            ["cases", "questions", "--json"], on: .confinable),
        ServerTool(
            "undo_plan", "Plan an undo",
            "Shows what undoing the measures of cases would do, without doing it. Needs a case, a rule or a user.",
            ["cases", "undo", "--json"], on: .confinable, taking: .caseFilter + [.caseNumber(.positional)]),
        ServerTool("status", "Show the status", "Shows the status of the running bot.", ["status", "--json"], successCodes: [1]),
        ServerTool(
            "connections", "Show connections", "Shows connections to other networks, their channels and pending deliveries.",
            ["relay", "status", "--json"], successCodes: [1]),
        ServerTool(
            "dead_letters", "List dead letters", "Lists the events at which a bot failed, oldest first.",
            ["dead-letters", "list", "--json"], on: .confinable,
            taking: [ToolParameter("all", "Include retried and discarded dead letters", .flag, .option("--all"))]),
        ServerTool(
            "dead_letter", "Show a dead letter", "Shows a dead letter with its journal entry and the error of the bot.",
            ["dead-letters", "show", "--json"], on: .confinable, taking: [.deadLetter]),
        ServerTool(
            "bots", "List bots", "Lists the bots of this build with their channels, permissions and status.",
            ["bots", "list", "--json"], on: [.configuration, .data, .key]),
        ServerTool(
            "check", "Check the configuration",
            "Checks the configuration files on disk and reports every problem by file, line and column.",
            ["check", "--format=json"], on: [.configuration], successCodes: [1, 2],
            taking: [ToolParameter("strict", "Fail on warnings too", .flag, .option("--strict"))]),
        ServerTool(
            "test", "Run the tests of rules", "Runs the inline tests of the rules on disk, and the fixtures.", ["test"],
            on: [.configuration], successCodes: [1]),
        ServerTool(
            "backtest", "Compare rules over the journal",
            "Compares the decisions of the rules on disk with those of the active rules over the journal. Nothing is sent.",
            ["rules", "backtest", "--json"], successCodes: [1],
            taking: [
                ToolParameter(
                    "rules",
                    "Configuration file with the new rules, a path within the folder of the configuration (default: the configuration)",
                    .configurationFile, .option("--rules")),
                .since, .until,
            ]),
        ServerTool(
            "suggest", "Suggest changes of rules",
            "Suggests numbers for the conditions of the rules on disk from what moderators did, and shows the load of each rule, rules that "
                + "never acted, and rules that others cover. Nothing is sent or written.",
            ["rules", "suggest", "--json"], on: [.configuration, .data, .key],
            taking: [
                ToolParameter("rule", "Rule to report on (default: all)", .text, .positional),
                ToolParameter("clan", "Clan to report on: a name or an id (default: all)", .text, .option("--clan")),
                .since, .until,
            ]),
        ServerTool(
            "rules_list", "List rule revisions", "Lists the revisions of the rules, newest first.", ["rules", "list", "--json"]),
        ServerTool(
            "rules_show", "Show a rule revision", "Shows the configuration and rule files of a revision, without secrets.",
            ["rules", "show", "--json"],
            taking: [.revision("revision", "Revision id or its beginning (default: the newest)")]),
        ServerTool(
            "rules_diff", "Compare rule revisions",
            "Compares two revisions of the rules. Default: the newest with the one before; with one, that one with the newest.",
            ["rules", "diff"],
            taking: [
                .revision("old", "Id of the older revision or its beginning"),
                .revision("new", "Id of the newer revision or its beginning; needs the older one"),
            ]),
        ServerTool(
            "schedule", "List scheduled jobs",
            "Lists scheduled jobs (schedules and waits of rules, reminders) by next occurrence.",
            ["schedule", "list", "--json"], on: .confinable,
            taking: [
                ToolParameter(
                    "author", "Author of the jobs, for example rule:standup or bot:reminders", .text, .option("--author")),
                .limit(1...500, default: 50),
            ]),
        ServerTool(
            "next_runs", "Compute occurrences",
            "Computes the next occurrences of a schedule such as \"every 2nd tuesday at 14:00\", cron: … or rrule: … . Nothing is stored.",
            ["schedule", "next", "--json"], on: [],
            taking: [
                ToolParameter("phrase", "Phrase, or a cron or rrule expression", .text, .positional, isRequired: true),
                ToolParameter("time_zone", "Time zone such as Asia/Ho_Chi_Minh (default: UTC)", .text, .option("--tz")),
                ToolParameter("count", "Number of occurrences (default: 5)", .integer(1...100), .option("--count")),
                ToolParameter("from", "Start: an age, a day, or an ISO 8601 time (default: now)", .text, .option("--from")),
            ]),
    ]
}

extension ToolParameter {
    /// The largest integer that every client can represent.
    static let maxID: Int64 = 9_007_199_254_740_991
    static let since = ToolParameter("since", "Start: an age such as 7d, a day, or an ISO 8601 time", .text, .option("--since"))
    static let until = ToolParameter("until", "End: an age such as 1h, a day, or an ISO 8601 time", .text, .option("--until"))
    static let deadLetter = ToolParameter("id", "Id of the dead letter", .integer(0...maxID), .positional, isRequired: true)
    static let job = ToolParameter("id", "Id of the job", .integer(0...maxID), .positional, isRequired: true)

    static func limit(_ range: ClosedRange<Int64>, default count: Int) -> ToolParameter {
        ToolParameter("limit", "Maximum number of results (default: \(count))", .integer(range), .option("--limit"))
    }

    static func caseNumber(_ placement: Placement, isRequired: Bool = false) -> ToolParameter {
        ToolParameter("case", "Case: 12, or lab/12 with its clan", .text, placement, isRequired: isRequired)
    }

    static func revision(_ name: String, _ description: String) -> ToolParameter {
        ToolParameter(name, description, .text, .positional)
    }
}

extension [ToolParameter] {
    /// The parameters that select cases.
    static let caseFilter = [
        ToolParameter("user", "User: an id or a recent name", .text, .option("--user")),
        ToolParameter("clan", "Clan: a name, an id, or 'direct' for direct conversations", .text, .option("--clan")),
        ToolParameter("rule", "Rule that opened the case", .text, .option("--rule")),
        ToolParameter("since", "Maximum age: 30m, 1h, 7d", .text, .option("--since")),
    ]
}
