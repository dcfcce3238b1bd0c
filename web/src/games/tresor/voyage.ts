/** How large a voyage is: as in the box, or smaller where its options say so. */
import { DETACHMENTS } from "../../generated/tresor";
import type { View } from "./view";

/** How many detachments each player set out with. */
export function crewSize({ options: { souquez_ferme, voyage } }: Pick<View, "options">): number {
  const packed = typeof voyage === "object" ? voyage.detachments : undefined;
  return (packed ?? DETACHMENTS) - (souquez_ferme ? 1 : 0);
}
