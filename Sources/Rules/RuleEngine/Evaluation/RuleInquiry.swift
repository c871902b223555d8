/// The explanation of one rule's result for one event: why it acts, or every reason why it does not.
package struct RuleInquiry: Hashable, Sendable {
    package enum Answer: Hashable, Sendable {
        case disabled
        /// The rule has triggers for other kinds of event.
        case otherKind(wakesFor: [String], event: String)
        /// The rule has a trigger for this kind, but not for this event: another emoji, button or command.
        case otherDetail
        /// An earlier rule stopped the evaluation.
        case stopped(by: String)
        /// No rule was evaluated: the event answers something that the bot itself has asked or scheduled.
        case unasked
        /// The parts that reject the event; empty if all hold.
        case asked([Objection])
        /// The rule acts, because of this part.
        case acts(String)
    }

    package var answer: Answer
    /// A Boolean value that indicates whether rule state was read.
    package var restsOnState = false
    /// The directory lookups made.
    package var observations: Set<DirectoryObservation> = []

    init(_ answer: Answer, restsOnState: Bool = false) {
        self.answer = answer
        self.restsOnState = restsOnState
    }

    init(_ list: ObjectionList) {
        answer = .asked(list.objections)
        restsOnState = list.restsOnState
        observations = list.observations
    }
}
