extension RuleRegistry {
    /// Every type of the rule language. The order is that of the schema and of suggestions.
    static let standard = RuleRegistry(
        actions: [
            ReplyAction.self, EditReplyAction.self, SendAction.self, DirectMessageAction.self, EphemeralAction.self,
            ReactAction.self, UnreactAction.self, DeleteAction.self, ArchiveAction.self, PinAction.self, ReportAction.self,
            WarnAction.self, MuteAction.self, UnmuteAction.self, KickAction.self, BanAction.self, UnbanAction.self,
            AddRoleAction.self, RemoveRoleAction.self, EscalateAction.self, CounterAction.self, SetAction.self,
            SetLevelAction.self, AskAction.self, AlertAction.self, ForwardAction.self, RelayAction.self, WebhookAction.self,
            SignalAction.self, IfAction.self, RepeatAction.self, WaitAction.self, ScheduleAction.self, CancelAction.self,
            RunAction.self,
            StopAction.self, ThreadAction.self, ArchiveThreadAction.self, LockAction.self, UnlockAction.self, SlowModeAction.self,
            NicknameAction.self, SetStatusAction.self, CreateChannelAction.self, ArchiveChannelAction.self,
        ],
        conditions: [
            TextCondition.self, MentionsCondition.self, CapsCondition.self, EmojiCondition.self, RepeatCharsCondition.self,
            LinksCondition.self, AttachmentsCondition.self, FloodCondition.self, DuplicateCondition.self, AuthorCondition.self,
            TargetCondition.self, ReplyCondition.self, ChannelCondition.self, TimeCondition.self, CounterCondition.self,
            VarCondition.self, LevelCondition.self, ChanceCondition.self, TriggerIDCondition.self, HeaderCondition.self,
            WebhookCondition.self, FormCondition.self, ForwardedCondition.self, ScoreCondition.self, LearnedCondition.self,
        ])
}
