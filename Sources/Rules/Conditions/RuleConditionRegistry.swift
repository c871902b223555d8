/// The conditions of the rule language.
enum RuleConditionRegistry {
    static let all: [any RuleCondition.Type] = [
        TextCondition.self, MentionsCondition.self, CapsCondition.self, EmojiCondition.self, RepeatCharsCondition.self,
        LinksCondition.self, AttachmentsCondition.self, FloodCondition.self, DuplicateCondition.self, AuthorCondition.self,
        TargetCondition.self, ReplyCondition.self,
        ChannelCondition.self, TimeCondition.self, CounterCondition.self, VarCondition.self, LevelCondition.self,
        ChanceCondition.self, TriggerIDCondition.self, HeaderCondition.self,
    ]
}
