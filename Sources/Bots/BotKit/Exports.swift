// The vocabulary of messages, events and actions: a bot imports BotKit and nothing else. What an author does not need is `package` there.
@_exported public import ChatModel
