/** The ways to begin a match: among bots, with friends who come by a link, or several at this screen. */
export type Way = "bots" | "friends" | "screen";
