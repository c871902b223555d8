package import Foundation

/// A value in the database.
package enum SQLValue: Hashable, Sendable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case blob([UInt8])
}

/// A type whose values are arguments of statements.
package protocol SQLArgument {
    var sqlValue: SQLValue { get }
}

extension Int64: SQLArgument { package var sqlValue: SQLValue { .integer(self) } }
extension Int: SQLArgument { package var sqlValue: SQLValue { .integer(Int64(self)) } }
extension Int32: SQLArgument { package var sqlValue: SQLValue { .integer(Int64(self)) } }
extension Bool: SQLArgument { package var sqlValue: SQLValue { .integer(self ? 1 : 0) } }
extension String: SQLArgument { package var sqlValue: SQLValue { .text(self) } }
extension Data: SQLArgument { package var sqlValue: SQLValue { .blob(Array(self)) } }
extension [UInt8]: SQLArgument { package var sqlValue: SQLValue { .blob(self) } }
extension SQLValue: SQLArgument { package var sqlValue: SQLValue { self } }

extension Optional: SQLArgument where Wrapped: SQLArgument {
    package var sqlValue: SQLValue { self?.sqlValue ?? .null }
}

/// The arguments of a statement, in order.
package struct SQLArguments: ExpressibleByArrayLiteral, Sendable {
    package var values: [SQLValue]

    package init(arrayLiteral arguments: any SQLArgument...) { values = arguments.map(\.sqlValue) }

    package init(_ arguments: some Sequence<some SQLArgument>) { values = arguments.map(\.sqlValue) }

    package static func + (first: SQLArguments, second: SQLArguments) -> SQLArguments {
        SQLArguments(first.values + second.values)
    }

    package static func += (first: inout SQLArguments, second: SQLArguments) { first.values += second.values }
}
