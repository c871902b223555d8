/// Something that an enforced rule did and that may trigger other rules, with the same event.
enum FollowUp: Hashable, Sendable {
    case counter(CounterChange)
    case signal(String)
    case sanction(Sanction)
    /// The clan's alert level has changed to this one.
    case level(AlertLevel)

    /// The kind of the triggers that it may fire.
    var kind: RuleTrigger.Kind {
        switch self {
        case .counter: .counter
        case .signal: .signal
        case .sanction: .sanction
        case .level: .level
        }
    }

    /// The kinds, in the order in which the rules triggered by one evaluation are evaluated.
    static let kinds: [RuleTrigger.Kind] = [.counter, .signal, .sanction, .level]

    func fires(_ trigger: RuleTrigger) -> Bool {
        switch (self, trigger.detail) {
        case (.counter(let change), _): change.fires(trigger)
        case (.signal(let name), _): trigger.kind == .signal && trigger.detail == .name(name)
        case (.sanction(let sanction), .sanction(let watch)): watch.concerns(sanction)
        case (.sanction, .none): trigger.kind == .sanction
        case (.level(let level), .levels(let levels)): levels.contains(level)
        default: false
        }
    }
}
