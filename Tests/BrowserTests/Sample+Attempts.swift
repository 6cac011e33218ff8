import InterlockAPI

extension Sample {
    private static let asked = ReportRequest(result: .pending, reason: .askToBuy)
    private static let bank = ReportRequest(result: .pending, reason: .sca)
    private static let paid = ReportRequest(result: .purchased)
    private static let cancelled = ReportRequest(result: .cancelled)

    static let attempts = [
        // Stuck: a parent never answered, a receipt never came, a device fell silent.
        Attempt(
            "mia.lopez", "Mia’s iPad", "notes.pro.monthly", [asked], ago: "67 hours",
            metadata: [
                "screen": "paywall-b", "app_version": "4.12.1", "campaign": "back-to-school",
            ]),
        Attempt("kate.obrien", "Kate's iPhone", "notes.pro.yearly", [paid], ago: "3 hours"),
        Attempt("tomasz.k", "Redmi Note 12", "notes.lifetime", [], ago: "16 minutes"),
        Attempt("سارة", "هاتف سارة", "notes.pro.monthly", [asked], ago: "30 hours"),
        // Under way.
        Attempt("leo.lopez", "Nintendo", "notes.themes", [asked], ago: "5 hours"),
        Attempt("u_83412", "iPhone14,5", "notes.pro.monthly", [], ago: "40 seconds"),
        Attempt("u_90127", "iPad13,18", "notes.pro.yearly", [bank], ago: "22 minutes"),
        Attempt("daniel@example.org", "MacBook Air", "notes.lifetime", [bank], ago: "8 minutes"),
        Attempt("小美", "小美的 iPad", "notes.themes", [asked], ago: "95 minutes"),
        Attempt("u_11873", "iPhone16,2", "notes.coins.100", [paid], ago: "2 minutes"),
        Attempt("u_22094", "iPhone12,8", "notes.pro.monthly", [asked], ago: "19 hours"),
        Attempt("u_55120", "iPad8,9", "notes.pro.yearly", [asked], ago: "11 hours"),
        Attempt("u_70011", "iPhone15,3", "notes.pro.monthly", [asked], ago: "14 hours"),
        Attempt(
            "a-very-long-account-id-of-an-app-that-puts-a-whole-sentence-in-it-0f8fad5b-d9cb-469f-a165",
            "device-7c9e6679-7425-40de-944b-e07fc1f90ae7-of-the-same-app", "notes.themes", [asked],
            ago: "4 hours"),
        // Over.
        Attempt("mia.lopez", "Mia’s iPad", "notes.coins.100", [cancelled], ago: "70 hours"),
        Attempt(
            "mia.lopez", "iPad", "notes.themes",
            [ReportRequest(result: .failed, error: "SKError 0: the store's sheet did not open")],
            ago: "69 hours"),
        Attempt("u_83412", "iPhone14,5", "notes.coins.100", [cancelled], ago: "9 hours"),
        Attempt("u_90127", "iPad13,18", "notes.coins.100", [cancelled], ago: "13 hours"),
        Attempt("u_11873", "iPhone16,2", "notes.themes", [cancelled], ago: "17 hours"),
    ]
}
