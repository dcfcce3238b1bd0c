/** What players claim of their chests; it binds nobody. */
import type { Chest } from "../../generated/tresor";
import { keyOf } from "./standing";
import type { View } from "./view";

/** The last claim about each chest that is still carried. */
export function claims(view: View): Map<string, Chest> {
  const last = new Map<string, string>();
  for (const { by, says } of view.remarks ?? []) {
    const [, detachment, chest] = says.split(" ");
    last.set(keyOf(by, Number(detachment)), chest ?? "nothing");
  }
  const carried = view.players.flatMap(({ seat, detachments }) =>
    detachments.filter(({ loaded }) => loaded).map(({ detachment }) => keyOf(seat, detachment)),
  );
  return new Map(
    [...last].filter(([key, chest]) => carried.includes(key) && chest !== "nothing") as [string, Chest][],
  );
}
