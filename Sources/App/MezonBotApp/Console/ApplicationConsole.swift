package import ServiceLifecycle

/// The web console as the application runs it. A target above the application implements it.
package protocol ApplicationConsole: Service {
    /// Creates an address that opens one session in a browser.
    ///
    /// - Throws: An error whose description says why the console cannot be reached.
    func newAddress() throws -> String
}
