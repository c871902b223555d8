import BotConfiguration
import ChatModel
import EventProcessing
import Foundation
import MezonBotApp
import MezonProtocol
import Storage

/// Messages and clicks of users in the form of a fixture.
extension FixtureWriter {
    mutating func fromBefore() -> FixtureLine.Operation? {
        omit("actions on messages from before the recording")
        return nil
    }

    mutating func said(_ message: Message, _ line: JournalReader.Line) -> FixtureLine.Operation {
        saidCount += 1
        let name = "m\(saidCount)"
        messages[message.id] = name
        if !message.attachments.isEmpty { omit("attachments") }
        return .message(
            name: name, by: pseudonyms.person(message.author.id), channel: pseudonyms.channel(message.channel),
            text: text(message, line), mentions: mentions(message),
            answering: message.references.first.flatMap { messages[$0.message] })
    }

    mutating func text(_ message: Message, _ line: JournalReader.Line) -> String {
        let passive: Set<String> = ["skip", "drop", "failed", Trace.withheld, Trace.miss]
        let isHeeded = line.trace?.steps.contains { step in
            ["bot:", "rule:", "system:help"].contains { step.who.hasPrefix($0) } && !passive.contains(step.what)
        }
        if isHeeded == true { answered.insert(message.id) }
        let isCommand = message.text.first?.isPunctuation == true && answered.contains(message.id)
        let sequence = line.entry.sequence
        return pseudonyms.replacing(message.text, command: isCommand && kept == .none) { [kept] number in
            switch kept {
            case .none: false
            case .all: true
            case .some(let words): words.contains(KeptWords.Word(entry: sequence, number: number))
            }
        }
    }

    mutating func mentions(_ message: Message) -> [FixtureLine.MentionFields]? {
        message.mentions.filter { $0.role.isNone && $0.user != Mention.everyone && !$0.user.isNone }.map {
            FixtureLine.MentionFields(user: pseudonyms.person($0.user, called: $0.username), range: $0.range)
        }
    }

    /// A button that the replayed message has too: under the same id, or, where ids are made anew each time, with the same words
    /// on it.
    mutating func pressed(
        _ click: ButtonClick, _ line: JournalReader.Line, _ player: FixturePlayer
    ) -> FixtureLine.Operation? {
        guard let name = messages[click.message] else { return fromBefore() }
        var values: [String]?
        if case .envelope(let envelope)? = try? Frame(line.entry.frame), case .dropdownBoxSelected(let choice)? = envelope.message
        {
            values = choice.values
        }
        let then = sent[click.message].map { NamedComponent(click.button, of: $0) }
        let parts = player.components(of: name)
        let button = parts.contains(click.button) ? click.button : then?.label ?? click.button
        values = values?.map { parts.contains($0) ? $0 : then?.label(ofValue: $0) ?? $0 }
        guard ([button] + (values ?? [])).allSatisfy(parts.contains) else {
            omit("buttons that the message does not have in the replay")
            return nil
        }
        return .button(button, message: name, by: pseudonyms.person(click.user), values: values)
    }
}
