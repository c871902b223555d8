/// The relations between the properties of an event.
extension Cube {
    /// A Boolean value that indicates whether the requirements on different properties do not contradict each other.
    var isPossible: Bool { entries.allSatisfy { entry in isPossible(entry) } }

    /// A Boolean value that indicates whether they do not contradict each other for a text without spaces around it and without
    /// invisible characters.
    var isPossibleForVisibleText: Bool {
        isPossible
            && entries.allSatisfy { entry in
                guard case .texts(let selectors) = entry.feature, case .texts(let sets) = entry.restriction,
                    let length = numbers(.length(selectors))
                else { return true }
                return sets.allowsWholeText(ofLength: length)
            }
    }

    private func isPossible(_ entry: Entry) -> Bool {
        switch (entry.feature, entry.restriction) {
        case (.texts(let selectors), .texts(let sets)): fits(sets.minLength, into: .length(selectors))
        // A line more than there are line breaks, and each is a character.
        case (.lines(let selectors), .numbers(let set)): fits(set.lowest.map { $0 - 1 }, into: .length(selectors))
        case (.letters, .numbers(let set)), (.runLength, .numbers(let set)): fits(set.lowest, into: .length([.text]))
        case (.distinctMentionedUsers, .numbers(let set)): fits(set.lowest, into: .mentionedUsers)
        case (.mentionsBot, .values(let set)): set.contains("false") || fits(1, into: .mentionedUsers)
        case (.channelType, .values(let set)): isPossible(channelTypes: set)
        case (.repliedAuthor, .values(let set)): isPossible(repliedAuthor: set)
        default: true
        }
    }

    private func fits(_ lowest: Int, into feature: Feature) -> Bool { fits(Double(lowest), into: feature) }

    /// Returns whether a property that must be large enough for another may be.
    private func fits(_ lowest: Double?, into feature: Feature) -> Bool {
        guard let lowest, let set = numbers(feature), let highest = set.highest else { return true }
        return lowest <= highest || set.includesUnknown
    }

    /// A direct conversation belongs to no clan.
    private func isPossible(channelTypes set: ValueSet) -> Bool {
        guard !set.isExclusion, !set.includesMissing, set.values.isSubset(of: ["direct", "group"]), let clan = values(.clan)
        else {
            return true
        }
        return clan.includesMissing
    }

    /// A message that is no reply has neither an author replied to nor an age.
    private func isPossible(repliedAuthor set: ValueSet) -> Bool {
        guard !set.isExclusion, set.values == ["none"] else { return true }
        return (numbers(.replyAge)?.includesUnknown ?? true) && (numbers(.memberFor(.repliedTo))?.includesUnknown ?? true)
            && (numbers(.messagesSeen(.repliedTo))?.includesUnknown ?? true)
            && (values(.user(.repliedTo))?.includesMissing ?? true) && (values(.isBot(.repliedTo))?.includesMissing ?? true)
            && (items(.roles(.repliedTo))?.includesUnknown ?? true)
    }
}
