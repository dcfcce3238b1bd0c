/** How a result came about: the lines of a match that tell of points, and of who won. */
import type { Line } from "../generated/wire";

export function account(lines: readonly Line[]): Line[] {
  return lines.filter(
    ({ event }) => event && ("points" in event || "scores" in event || event["event"] === "won"),
  );
}
