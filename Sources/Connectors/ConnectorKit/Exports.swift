// The vocabulary of messages and channels: a connector imports ConnectorKit and nothing else. What an author does not need is `package` there.
@_exported public import ChatModel
