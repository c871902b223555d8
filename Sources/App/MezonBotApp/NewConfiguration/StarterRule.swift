package import BotConfiguration

/// A ready-made rule of a new configuration.
package enum StarterRule: String, CaseIterable, Sendable {
    case greeting, welcome, standup
    case scamLinks = "scam-links"
    case flood
    case rudeWords = "rude-words"

    /// A Boolean value that indicates whether the rule writes to the general channel.
    package var needsGeneral: Bool { self == .welcome || self == .standup }

    /// The rule for a list, in a few words.
    package func summary(_ language: AccountSettings.Locale) -> String {
        switch (self, language) {
        case (.greeting, .en): "answers a greeting"
        case (.greeting, .vi): "đáp lại lời chào"
        case (.welcome, .en): "welcomes people who join"
        case (.welcome, .vi): "chào mừng người mới"
        case (.standup, .en): "asks for a report at 09:00 on working days"
        case (.standup, .vi): "nhắc báo cáo lúc 09:00 các ngày làm việc"
        case (.scamLinks, .en): "deletes messages with scam links (in shadow mode at first)"
        case (.scamLinks, .vi): "xóa tin nhắn có liên kết lừa đảo (lúc đầu chỉ ghi nhận)"
        case (.flood, .en): "mutes people who flood a channel (in shadow mode at first)"
        case (.flood, .vi): "cấm gửi tin khi gửi quá nhanh (lúc đầu chỉ ghi nhận)"
        case (.rudeWords, .en): "deletes rude words (in shadow mode at first)"
        case (.rudeWords, .vi): "xóa lời lẽ thô tục (lúc đầu chỉ ghi nhận)"
        }
    }

    /// The entry under `lists` that the rule uses; nil if it uses none.
    var list: String? {
        switch self {
        case .scamLinks: "scam-domains: { domains: [free-nitro.example, mezon-gift.example] }"
        case .rudeWords:
            "rude-words: { words: [đồ ngu, stupid idiot], fold: [case, marks, zero_width, confusable, leet, spacing] }"
        case .greeting, .welcome, .standup, .flood: nil
        }
    }

    /// The rule as an item of `rules`.
    func yaml(in configuration: StarterConfiguration) -> String {
        let isVietnamese = configuration.language == .vi
        let clan = configuration.clan == nil ? "" : "\n    in: { clans: [home] }"
        let alert =
            configuration.moderators == nil
            ? "" : "\n      - alert: { to: moderators, text: \"{{ author | mention }} · {{ rule.title }} · {{ trace.link }}\" }"
        return switch self {
        case .greeting:
            """
              - id: greeting
                title: \(isVietnamese ? "Đáp lại lời chào" : "Answers a greeting")
                trigger: message\(clan)
                when: { text: { any_word: [\(isVietnamese ? "xin chào, chào cả nhà" : "hello, good morning, hi everyone")] } }
                then:
                  - reply: "\(isVietnamese ? "Xin chào {{ author.name }}, mình là" : "Hello {{ author.name }}, I am") \(configuration.name)."
                cooldown: { per: user, for: 1h }
                tests:
                  - { name: a greeting, given: { text: \(isVietnamese ? "Xin chào!" : "Hello all!") }, expect: { hit: true, actions: [reply] } }
            """
        case .welcome:
            """
              - id: welcome
                title: \(isVietnamese ? "Chào mừng người mới" : "Welcomes people who join")
                trigger: join\(clan)
                then:
                  - send: { to: general, text: "\(isVietnamese ? "Chào mừng {{ author | mention }}!" : "Welcome {{ author | mention }}!")" }
                tests:
                  - { name: a user joins, expect: { hit: true, actions: [send] } }
            """
        case .standup:
            """
              - id: standup
                title: \(isVietnamese ? "Nhắc báo cáo mỗi sáng" : "Asks for a report in the morning")
                trigger: { schedule: { every: weekday at 09:00 } }
                then:
                  - send: { to: general, text: "\(isVietnamese ? "Chào buổi sáng! Hôm nay bạn làm gì?" : "Good morning! What are you up to today?")" }
                tests:
                  - { name: in the morning, expect: { hit: true, actions: [send] } }
            """
        case .scamLinks:
            """
              - id: scam-links
                title: \(isVietnamese ? "Liên kết lừa đảo" : "Scam links")
                mode: shadow                     # it decides and is traced, and nothing happens until this says enforce
                trigger: [message, edit]\(clan)
                when: { links: { domain_in: scam-domains } }
                then:
                  - delete\(alert)
                tests:
                  - { name: a known domain, given: { text: "https://free-nitro.example/x" }, expect: { hit: true } }
                  - { name: another domain, given: { text: "https://mezon.ai" }, expect: { hit: false } }
            """
        case .flood:
            """
              - id: flood
                title: \(isVietnamese ? "Gửi tin quá nhanh" : "Too many messages")
                mode: shadow
                trigger: message\(clan)
                when: { flood: { of: message, count: "> 6", within: 8s, per: user+channel } }
                then:
                  - delete: { scope: burst }
                  - mute: { for: 10m, in: here }\(alert)
                cooldown: { per: user, for: 30s, while_active: [delete] }
                tests:
                  - { name: seven in seven seconds, given: { text: hi, times: 7, every: 1s }, expect: { hit: true } }
                  - { name: six are a conversation, given: { text: hi, times: 6, every: 1s }, expect: { hit: false } }
            """
        case .rudeWords:
            """
              - id: rude-words
                title: \(isVietnamese ? "Lời lẽ thô tục" : "Rude words")
                mode: shadow
                trigger: [message, edit]\(clan)
                when: { text: { in_list: rude-words } }
                then:
                  - delete\(alert)
                tests:
                  - { name: plain, given: { text: you stupid idiot }, expect: { hit: true } }
                  - { name: friendly, given: { text: thank you }, expect: { hit: false } }
            """
        }
    }
}
