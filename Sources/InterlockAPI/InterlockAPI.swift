// InterlockAPI: the language that server, tools and client libraries share — routes, resources, requests,
// problem codes and their JSON. It knows no socket, no database and no clock, and imports nothing but the
// standard library and FoundationEssentials (JSON, UUID), so that an app can link it as it is.
//
// Reading order: WireCoding and WireError (how bytes become values), Timestamp and the small enums, Intent,
// StateDocument, the requests, ProblemCode and Problem, Route, CatalogDocument.
