package import ChatModel
package import ServiceLifecycle

/// The web console as the application runs it. A target above the application implements it.
package protocol ApplicationConsole: Service {
    /// Creates an address that opens one session in a browser.
    ///
    /// - Parameter clans: The clans that the session sees and acts in; nil for everything.
    /// - Throws: An error whose description says why the console cannot be reached.
    func newAddress(for clans: Set<ClanID>?) throws -> String
}
