// AppStoreTests: each promise of AppStore, on messages signed here by StoreSigner, and on vectors
// signed by Apple where their folder lies beside the checkout.
import AppStore
import Cryptography
import InterlockAPI
import StoreSigner

/// A moment within the validity of all test certificates: 2023-11-14T22:13:20Z.
let testTime: Int64 = 1_700_000_000_000

/// The bundle id of the app in these tests.
let testBundleID = "com.example.app"

extension TransactionTemplate {
    /// A subscription's first period, complete.
    static var sample: TransactionTemplate {
        TransactionTemplate(
            transactionID: "2000000000000001", bundleID: testBundleID, productID: "pro_monthly",
            type: "Auto-Renewable Subscription", purchaseDate: testTime,
            expiresDate: testTime + 2_592_000_000, signedDate: testTime + 1000,
            subscriptionGroup: "21752814",
            appAccountToken: "7e3fb20b-4cdb-47cc-936d-99d65f608138")
    }
}

extension RenewalInfoTemplate {
    /// The renewal info of ``TransactionTemplate/sample``.
    static var sample: RenewalInfoTemplate {
        RenewalInfoTemplate(
            originalTransactionID: "2000000000000001", productID: "pro_monthly",
            signedDate: testTime + 1000)
    }
}

extension NotificationTemplate {
    /// A notification that carries both samples.
    static var sample: NotificationTemplate {
        NotificationTemplate(
            kind: "SUBSCRIBED", subtype: "INITIAL_BUY", bundleID: testBundleID, appAppleID: 1234,
            signedDate: testTime + 2000, status: 1, transaction: .sample, renewalInfo: .sample)
    }
}

extension StoreVerifier {
    /// Makes a verifier that trusts a signer's root.
    static func trusting(
        _ signer: StoreSigner, bundleIDs: Set<String> = [testBundleID], appAppleID: Int64? = 1234,
        environments: Set<StoreEnvironment> = [.sandbox]
    ) -> StoreVerifier {
        StoreVerifier(
            roots: TrustedRoots(certificates: [signer.root]), bundleIDs: bundleIDs,
            appAppleID: appAppleID, environments: environments)
    }
}

/// Returns the code of the error that a verification ends with, or "valid".
func verdict(_ verify: () throws(VerificationError) -> Void) -> String {
    do { try verify() } catch { return error.code }
    return "valid"
}
