@_exported public import ChatModel
