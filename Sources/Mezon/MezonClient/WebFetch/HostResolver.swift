import AsyncSupport
package import ChatModel
import Dispatch
import Foundation

/// Resolves host names with the system's resolver.
package struct HostResolver: Sendable {
    package typealias Lookup = @Sendable (_ host: String) async throws -> [IPAddress]

    /// Limits concurrent lookups, because a resolver that does not answer blocks a thread.
    private static let lookupSlots = AsyncSemaphore(permits: 8)

    /// Returns the addresses of a host in the order in which the system would try them; empty if the name does not exist.
    ///
    /// - Throws: `CancellationError`; the lookup then continues and its result is ignored.
    static func addresses(of host: String) async throws -> [IPAddress] {
        if let address = IPAddress(host) { return [address] }
        try await lookupSlots.acquire()
        return try await ask(host)
    }

    private static func ask(_ host: String) async throws -> [IPAddress] {
        let answer = AsyncPromise<[IPAddress]>()
        // getaddrinfo blocks, so it must not run on a thread of the cooperative pool.
        DispatchQueue.global(qos: .utility).async {
            let found = resolved(host)
            lookupSlots.release()
            answer.settle(.success(found))
        }
        return try await answer.value()
    }

    private static func resolved(_ host: String) -> [IPAddress] {
        var hints = addrinfo()
        hints.ai_flags = AI_ADDRCONFIG
        hints.ai_family = AF_UNSPEC
        #if canImport(Glibc)
            hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        #else
            hints.ai_socktype = SOCK_STREAM
        #endif
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, nil, &hints, &list) == 0 else { return [] }
        defer { freeaddrinfo(list) }
        return sequence(first: list) { $0?.pointee.ai_next }.prefix { $0 != nil }.prefix(16).compactMap { entry in
            guard let entry, let address = entry.pointee.ai_addr else { return nil }
            switch entry.pointee.ai_family {
            case AF_INET:
                return address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { pointer in
                    withUnsafeBytes(of: pointer.pointee.sin_addr) { IPAddress(bytes: Array($0)) }
                }
            case AF_INET6:
                return address.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) { pointer in
                    withUnsafeBytes(of: pointer.pointee.sin6_addr) { IPAddress(bytes: Array($0)) }
                }
            default: return nil
            }
        }
    }
}

extension HostResolver {
    /// The system's resolver.
    package static let system: Lookup = { try await addresses(of: $0) }
}
