public import BotKit

/// The bots of this build. To add one, write it in a folder of its own beside this file, and name it here.
public let registry = BotRegistry([
    Dice.self,
    Echo.self,
    EchoHTTP.self,
    Greeter.self,
    Leave.self,
    Ping.self,
    Polls.self,
])
