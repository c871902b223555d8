/// Words that operators know from other programs, with the words of this configuration that mean the same.
enum Synonyms {
    /// Returns the first meaning of a word that is one of the candidates.
    static func meaning(of word: String, among candidates: [String]) -> String? {
        let normal = word.lowercased().replacing("-", with: "_")
        guard let meanings = meanings[normal] else { return nil }
        return meanings.first(where: candidates.contains)
    }

    /// The meanings of each word, the more likely ones first. A word means only what is allowed where it stands.
    private static let meanings: [String: [String]] = {
        var meanings: [String: [String]] = [:]
        for (meaning, words) in wordsByMeaning {
            for word in words.split(separator: " ") { meanings[String(word), default: []].append(meaning) }
        }
        return meanings
    }()

    private static let wordsByMeaning: [(String, String)] = rules + conditions + fields + actions + triggers + values

    private static let rules: [(String, String)] = [
        ("when", "if condition conditions filter filters where match criteria"),
        ("then", "do action actions steps run execute response sequence"),
        ("otherwise", "else"), ("trigger", "on event events triggers platform"),
        ("title", "name alias label description summary"), ("doc", "description comment note notes documentation"),
        ("except", "unless exempt exempts ignore"), ("rules", "automation automations automod automoderator rule"),
        ("cooldown", "throttle debounce rate_limit"), ("mode", "state status"), ("in", "where scope"),
    ]

    private static let conditions: [(String, String)] = [
        ("all", "and all_of"), ("any", "or any_of one_of"), ("not", "none nor none_of"),
        ("author", "user member sender"), ("text", "message content body"), ("links", "link url urls domain domains"),
        ("attachments", "attachment files file"), ("mentions", "mention pings"), ("caps", "uppercase capitals capslock"),
        ("flood", "spam rate messages"), ("duplicate", "repeat repeated duplicates"), ("time", "hour hours day days weekday"),
        ("emoji", "emojis emotes"), ("chance", "random probability"), ("var", "variable vars"), ("level", "alert_level"),
    ]

    private static let fields: [(String, String)] = [
        ("contains", "includes include has keyword keywords words substring"), ("equals", "is exact exactly eq"),
        ("starts_with", "prefix begins_with begin"), ("ends_with", "suffix end"), ("matches", "wildcard glob re"),
        ("fold", "case_insensitive ignore_case case_sensitive normalize"), ("min_letters", "min_length min_chars"),
        ("ratio", "percent percentage share threshold"), ("has_role", "role roles has_roles with_role"),
        ("lacks_role", "not_role without_role no_role"),
        ("member_for", "age joined joined_at older_than member_since"),
        ("account_age", "created created_at account_created"), ("is_bot", "bot"), ("days", "day weekday weekdays days_of_week"),
        ("between", "hours range from after before"),
        ("tz", "timezone time_zone zone"), ("domain_in", "domains domain blocklist blacklist blocked"),
        ("domain_not_in", "allow allowed allowlist whitelist"), ("within", "seconds period window time timespan"),
        ("per_minute", "per_hour per_second"), ("channel", "log_channel log"), ("channels", "channel"),
        ("clans", "clan guild server"),
        ("categories", "category"), ("except_channels", "exclude except not ignored_channels"), ("roles", "role"),
        ("users", "user"),
        ("bots", "bot"), ("for", "duration time length expires"), ("per", "scope by"), ("to", "user who target channel member"),
        ("text", "message content reason title name"), ("route", "id name custom_id action"), ("label", "text title name"),
        ("color", "colour"), ("count", "max min amount limit more_than"),
    ]

    private static let actions: [(String, String)] = [
        ("delete", "remove delete_message remove_message"), ("wait", "delay sleep pause"),
        ("reply", "respond answer say message send_reply"), ("send", "send_message post"), ("mute", "timeout silence"),
        ("alert", "log notify report_to notify_moderators"), ("dm", "direct_message pm whisper send_dm"),
        ("add_role", "give_role addrole assign_role role"), ("remove_role", "take_role removerole"),
        ("set", "variable set_variable assign"), ("warn", "warning"), ("escalate", "strike"), ("react", "reaction add_reaction"),
        ("stop", "break exit return end"), ("run", "call service"), ("if", "choose condition"), ("signal", "emit event"),
        ("add", "increment inc plus increase"), ("reset", "clear zero"),
    ]

    private static let triggers: [(String, String)] = [
        ("message", "on_message message_create new_message text"), ("edit", "message_edit message_update edited"),
        ("delete", "message_delete deleted"), ("join", "member_join member_joined user_join guild_member_add on_join"),
        ("leave", "member_leave member_left user_leave guild_member_remove on_leave"),
        ("reaction", "reaction_add react"), ("schedule", "cron time timer interval daily"), ("command", "slash_command slash"),
        ("button", "click interaction"), ("startup", "start ready boot on_ready"), ("voice_joined", "voice_join"),
        ("voice_left", "voice_leave"), ("token_sent", "token tokens"), ("coffee_given", "coffee give_coffee"),
        ("clan_event", "clan_event_created calendar"), ("role_changed", "role_change role"),
    ]

    private static let values: [(String, String)] = [
        ("enforce", "on enabled active live true"), ("disabled", "off inactive false"),
        ("shadow", "dry_run dryrun test log_only"),
        ("skip", "ignore drop"), ("user", "member author person"), ("clan", "server guild all everywhere"),
        ("inherit", "true include"), ("exclude", "false"), ("raised", "high"), ("raid", "highest max"),
        ("guarded", "low elevated"), ("calm", "normal"),
        ("marks", "accents diacritics"), ("spacing", "spaces whitespace"), ("confusable", "homoglyphs"),
        ("danger", "red"), ("success", "green"), ("primary", "blue"), ("secondary", "grey gray"),
        ("vi", "vietnamese vietnam vn"), ("en", "english"), ("rule", "true this"), ("here", "channel"),
        ("number", "int integer float"),
        ("text", "string str"), ("flag", "bool boolean"),
    ]
}
