import HTTPClient
import InterlockAPI
import Testing

extension Device {
    /// Makes a group, with this one's account as its organizer, and others in it.
    func makeFamily(_ members: Device...) async throws {
        let made = try await post("/v1/groups", "{}")
        #expect(made.status == 201, "\(made.text)")
        let group = try made.read(GroupEnvelope.self).group
        for member in members {
            let invitation = try await post(
                "/v1/groups/\(group.id)/invitations", #"{"role":"child"}"#
            ).read(InvitationEnvelope.self).invitation
            let joined = try await member.post("/v1/invitations/\(invitation.code)/accept", "{}")
            #expect(joined.status == 200, "\(joined.text)")
        }
    }
}
