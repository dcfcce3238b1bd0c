/** A browser as small as the tests need. */
import { vi } from "vitest";

/** A websocket that a test holds the other end of. */
export class Wire {
  static made: Wire[] = [];
  sent: Record<string, unknown>[] = [];
  onopen?: () => void;
  onclose?: () => void;
  onmessage?: (event: { data: string }) => void;

  constructor(readonly address: string) {
    Wire.made.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  close(): void {
    this.onclose?.();
  }
  hear(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  /** Open, and welcome whoever says hello. */
  welcome(habit: string | null = null): Record<string, unknown> {
    this.onopen?.();
    const hello = this.sent.at(-1)!;
    this.hear({ type: "done", id: hello["id"], number: null, habit });
    return hello;
  }
  static get last(): Wire {
    return Wire.made.at(-1)!;
  }
}

export function smallBrowser(): void {
  const kept = new Map<string, string>();
  Wire.made = [];
  vi.stubGlobal("WebSocket", Wire);
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
  vi.stubGlobal("location", { origin: "http://here", pathname: "/", search: "" });
  vi.stubGlobal("document", { hidden: true });
  vi.stubGlobal("navigator", { languages: ["en"] });
}
