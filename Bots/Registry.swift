public import BotKit

/// The bots and the middleware of this build. To add one, put it in a folder of its own beside this file and list it here.
public let registry = BotRegistry([
    Answers.self,
    Assistant.self,
    CheckIn.self,
    Dice.self,
    Echo.self,
    EchoHTTP.self,
    FAQ.self,
    Kudos.self,
    Leave.self,
    Links.self,
    Lixi.self,
    Pick.self,
    Ping.self,
    Player.self,
    Polls.self,
    Quiz.self,
    Reminders.self,
    Roles.self,
    Standup.self,
    Supervision.self,
    Tickets.self,
    TimeSheet.self,
    Welcome.self,
    Whois.self,
    Wiki.self,
])
.adding(outgoing: [CleanLinks.self])
