import BotKit
import Foundation

/// A bot that shows information about a member: `*whois`, `*whois @binh`.
struct Whois: Bot {
    static let manifest = Manifest("whois", "Shows information about a member: *whois @name.", needs: [.reply])
    let options: NoOptions

    var commands: [Command<Self>] {
        Command("whois", "Show information about a member, or about you", vi: "Thông tin về một người, hoặc về bạn") {
            (context, who: Mention?) in
            let user = who?.user ?? context.user
            let name = who?.username ?? context.message?.author.name ?? ""
            guard let member = try await context.member(user) else {
                return [.reply(context.say("This user is not known here.", vi: "Tôi không biết gì về người này ở đây."))]
            }
            var fields: [CardField] = []
            if let date = member.joinedAt {
                let day = date.formatted(Date.ISO8601FormatStyle(timeZone: context.timeZone).year().month().day())
                fields.append(.text(context.words("Member since", vi: "Ở đây từ"), day, isInline: true))
            }
            var roles: [String] = []
            for role in member.roles.prefix(20) { roles.append(try await context.roleName(role) ?? "\(role)") }
            if !roles.isEmpty {
                let list = String(roles.joined(separator: ", ").prefix(1000))
                fields.append(.text(context.words("Roles", vi: "Vai trò"), list, isInline: true))
            }
            let kind = member.isBot ? context.words("an application", vi: "ứng dụng") : ""
            let card = Card(name.isEmpty ? "\(user)" : name, text: kind, footer: Card.Footer("\(user)"), fields: fields)
            return [.reply(try Draft("").adding(card))]
        }
    }
}
