extension ServerTool {
    /// The tools for a client.
    package static func offered(allowingChanges: Bool) -> [ServerTool] { reading + (allowingChanges ? changing : []) }

    /// The tools that change the bot, which a server offers only if its operator allows changes.
    package static let changing = [
        ServerTool(
            "undo", "Undo cases",
            "Reverses the measures of cases: mutes, bans, roles and strikes. Call undo_plan with the same arguments first.",
            ["cases", "undo", "--apply", "--json"], on: .confinableChange,
            access: .changes(isDestructive: true, isIdempotent: true),
            taking: .caseFilter + [.caseNumber(.positional)]),
        ServerTool(
            "dead_letter_retry", "Retry a dead letter", "Lets the bot process the event of a dead letter again.",
            ["dead-letters", "retry"], on: .confinableChange,
            access: .changes(isDestructive: false, isIdempotent: false), taking: [.deadLetter]),
        ServerTool(
            "schedule_pause", "Pause a job", "Pauses a scheduled job until it is resumed.", ["schedule", "pause"],
            on: .confinableChange, access: .changes(isDestructive: false, isIdempotent: true), taking: [.job]),
        ServerTool(
            "schedule_resume", "Resume a job", "Resumes a paused job. Occurrences missed during the pause are skipped.",
            ["schedule", "resume"],
            on: .confinableChange, access: .changes(isDestructive: false, isIdempotent: true), taking: [.job]),
        ServerTool(
            "rules_reload", "Reload the configuration",
            "Makes the running bot read its configuration files now. An invalid configuration changes nothing.",
            ["rules", "reload"], on: .change,
            access: .changes(isDestructive: true, isIdempotent: true)),
        ServerTool(
            "rules_trigger", "Trigger a rule", "Triggers a rule with the trigger manual, schedule or silence in the running bot.",
            ["rules", "trigger"], on: .change, access: .changes(isDestructive: true, isIdempotent: false),
            taking: [
                ToolParameter("rule", "Id of the rule", .text, .positional, isRequired: true),
                ToolParameter(
                    "channel", "Channel of the event: a configured name, label, clan/#label or id (default: the rule's own)",
                    .text,
                    .option("--channel")),
            ]),
    ]
}
