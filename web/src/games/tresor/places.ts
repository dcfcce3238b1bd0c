/** Where on the board an event took place: the `data-place` of the things to point at. */
import type { Happening } from "../contract";

const MINE = ["displace", "lose", "find", "claim"];
const DECK = ["deal", "draw", "swap", "deck"];

export function places({ event }: Happening): string[] {
  const found: string[] = [];
  const owner = MINE.includes(event.event) ? event["who"] : event["owner"];
  if (owner && event["detachment"]) found.push(`man-${String(owner)}-${String(event["detachment"])}`);
  if (event["other"]) found.push(`man-${String(event["other"])}-${String(event["its"])}`);
  if (event["target"] !== undefined) found.push(zonePlace(Number(event["target"]), event));
  if (event["whom"]) found.push(`ship-${String(event["whom"])}`);
  if (DECK.includes(event.event)) found.push("deck");
  if (["disarmed", "cancelled"].includes(event.event)) found.push("discard");
  if (["opened", "removed"].includes(event.event)) found.push("zone-12");
  const who = event["who"] ?? event["first"];
  return found.length || !who ? found : [`ship-${String(who)}`];
}

const zonePlace = (zone: number, event: Happening["event"]): string =>
  zone === 0 ? `ship-${String(event["who"] ?? event["owner"])}` : `zone-${zone}`;
