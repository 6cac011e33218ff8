// InterlockAPI
