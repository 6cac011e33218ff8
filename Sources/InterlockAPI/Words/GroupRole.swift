/// Says what a member may do in its group.
public enum GroupRole: String, WireEnum, Hashable {
    /// Made the group, or was handed it: invites, removes, dissolves. One a group.
    case organizer
    /// Invites.
    case adult
    /// May not invite.
    case child
}
