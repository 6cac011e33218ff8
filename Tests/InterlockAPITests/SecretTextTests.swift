import InterlockAPI
import Testing

@Suite("Secrets in texts of others")
struct SecretTextTests {
    private static let key = "ilk_0123456789abcdefghijklmnopqrstuvwxyzABCDEFG"
    private static let token = "eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJhZGEifQ.c2lnbmF0dXJl"

    @Test(
        "a key, a token, a signed transaction or a private key is concealed wherever it stands",
        arguments: [
            (key, "ilk_•••"), ("ticket \(key), see", "ticket ilk_•••, see"),
            (#"{"t":"\#(token)","u":1}"#, #"{"t":"eyJ•••","u":1}"#),
            ("user-\(key)", "user-ilk_•••"), (key.uppercased(), "ILK_•••"),
            ("a\n\(token)\n\(key)\nb", "a\neyJ•••\nilk_•••\nb"), ("jwt_\(token)", "jwt_eyJ•••"),
            ("é\(token)é", "éeyJ•••é"),
            ("next=%2Fadmin%3Fq%3D\(token)&x", "next=%2Fadmin%3Fq%3DeyJ•••&x"),
            ("q%3D\(key)", "q%3Dilk_•••"),
            (
                "see -----BEGIN PRIVATE KEY-----\nMIGH\n-----END PRIVATE KEY-----",
                "see -----BEGIN•••"
            ),
        ])
    func concealed(text: String, shown: String) {
        #expect(SecretText.concealed(text) == shown)
        #expect(SecretText.isIn(text))
    }

    @Test(
        "all else stays as it is",
        arguments: [
            "", "ilk_", "eyJ", "ilk_short", "eyJhbGciOiJF", "ticket 12",
            "0d8a806f-3cf1-4d0c-960f-fe99657ef55e", "com.example.notes.silk_road.monthly",
            "keyJhbGciOiJFUzI1NiJ9abcdefgh", "-----BEGI", "家庭 😀 سارة",
        ])
    func asItIs(text: String) {
        #expect(SecretText.concealed(text) == text)
        #expect(!SecretText.isIn(text))
    }
}
