import Testing
import TextFolding

@testable import PatternMatching

@Suite struct MarkComparisonTests {
    private static let cases: [(entry: String, text: String, isFound: Bool)] = [
        // The same marks, wherever the tone stands.
        ("địt", "địt thật", true), ("hoá", "hóa", true), ("ngu", "ngu quá", true),
        // Other marks are another word.
        ("cặc", "các bạn", false), ("cac", "các bạn", false), ("ngu", "ngủ ngon", false), ("du", "du lịch", true),
        ("đồ chó", "đồ cho em", false), ("chó đẻ", "con chó để ở nhà", false), ("d", "đ", false),
        // A writer who leaves out marks.
        ("đụ", "du ma may", true), ("địt mẹ", "dit me may", true), ("óc chó", "thang oc cho", true),
        // A writer who does not.
        ("đụ", "du lịch", false), ("lồn", "mua lon bia đi anh", false), ("con chó", "con cho mẹ mượn nhé", false),
        ("đồ cũ", "đồ cu", false),
        // One word that a keyboard has completed is not how the text is written.
        ("lừa đảo", "bon no lua dao ca lang day nhe mọi nguoi oi", true),
        // No word is spelled like that, whoever writes it.
        ("địt", "đit rồi", true), ("địt mẹ", "đit mẹ", true), ("cặc", "nói như cac ấy", true), ("đcm", "dcm thằng này", true),
        ("fuck", "fúck rồi", true), ("shit", "shịt thật", true), ("casino", "cásínó", true), ("bitch", "bítch", true),
        ("lồn", "lồ̉n", true),
        // A function word without its marks, unless the entry has more than that.
        ("đĩ", "Thuong wa di", false), ("má", "hom nay ma di lam muon", false), ("chó", "gui cho minh", false),
        ("đĩ", "đĩ", true), ("con đĩ", "con di kia", true), ("cặc", "nhu cac", true), ("di", "di", true),
        // A syllable that is drawn out has its marks, and is no decoration.
        ("cacc", "hahaa cắcc", false), ("cặcc", "cặcc", true), ("ass", "áss", true),
    ]

    @Test(arguments: cases)
    func `marks decide which word it is`(entry: String, text: String, isFound: Bool) throws {
        var builder = TextScanner.Builder()
        let addedProbe = builder.add(Needle(entry, fit: .word))
        let probe = try #require(addedProbe)
        #expect((builder.build().scan(text)[probe] != nil) == isFound)
    }
}
