/// Every predicate of the language.
enum Predicates {
    static let all: [any Predicate.Type] = [
        TextPredicate.self, MentionsPredicate.self, CapsPredicate.self, EmojiPredicate.self, RepeatCharsPredicate.self,
        LinksPredicate.self, AttachmentsPredicate.self, FloodPredicate.self, DuplicatePredicate.self, AuthorPredicate.self,
        TargetPredicate.self, ReplyPredicate.self,
        ChannelPredicate.self, TimePredicate.self, CounterPredicate.self, VarPredicate.self, LevelPredicate.self,
        ChancePredicate.self, TriggerIDPredicate.self, HeaderPredicate.self,
    ]
}
