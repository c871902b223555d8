package import Foundation
package import MezonModel

/// Words, domains or days that several rules share, kept in a file or in the configuration itself.
package struct ListSettings: Named {
    package static let noun = "list"

    package enum Kind: String, Hashable, Sendable, CaseIterable {
        case words, domains, calendar
    }

    package struct Item: Hashable, Sendable {
        /// As written, without spaces around it.
        package var text: String
        package var place: SourcePosition
    }

    package var name: String
    package var place: SourcePosition
    package var kind: Kind
    /// `fold: [case, marks]` as written; which folds there are is the matching's matter.
    package var fold: ConfigNode?
    /// The words or domains; none for a calendar.
    package var items: [Item]
    /// The days of a calendar; none for the others.
    package var days: [DaySpan] = []
    /// The stretches of time that events of a calendar's file take up.
    package var times: [Range<Date>] = []
}
