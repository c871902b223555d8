import Foundation
import MezonClient

extension DoctorFinding {
    private static let maxSecondsApart = 5.0  // A smaller difference has no noticeable effect on mutes or rules.

    /// Compares the local clock with the gateway's.
    ///
    /// - Parameter reading: The sampled time; `nil` if the gateway reports none.
    static func clock(_ reading: ServerClockSample?) -> DoctorFinding {
        let effect = "mutes and questions end by this clock"
        guard let seconds = reading?.secondsAhead else {
            return DoctorFinding(
                .warning, "the clock cannot be checked: the gateway's responses have no date",
                advice: "check that timedatectl reports 'synchronized': \(effect)")
        }
        guard abs(seconds) > maxSecondsApart else { return DoctorFinding(.good, "the clock agrees with the gateway's") }
        let length = Duration.seconds(abs(seconds).rounded())
            .formatted(
                .units(allowed: [.days, .hours, .minutes, .seconds], width: .narrow, maximumUnitCount: 2).locale(
                    Locale(identifier: "en_US")))
        return DoctorFinding(
            .warning, "the clock is \(length) \(seconds > 0 ? "ahead of" : "behind") the gateway's",
            advice: "set this machine's clock (timedatectl set-ntp true): \(effect)")
    }
}
