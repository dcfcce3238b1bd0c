/** The websocket of one table: it comes back by itself, and asks again what was not answered. */
import type { Done, Heard, Hello, Message, News, Present } from "../generated/wire";
import { Refused } from "./refused";

/** A message without its number, which the connection gives it. */
export type Wish = Message extends infer M ? (M extends Message ? Omit<M, "id"> : never) : never;
/** What is sent when the connection is (again) there: who looks, from where, what was seen. */
export type Greeting = () => Omit<Hello, "type" | "id">;
type Answer = Extract<Heard, { id: number }>;
export type State = "connecting" | "open" | "lost" | "closed";

interface Pending {
  message: Message & { id: number };
  settle: (answer: Answer) => void;
  fail: (problem: Error) => void;
}

const FIRST_PAUSE = 250; // ms, doubled at every try that fails
const LONGEST_PAUSE = 8000;
const FOR_GOOD = new Set(["no_table", "old_rules"]); // refusals that no other try changes

export class Connection {
  state: State = "connecting";
  #socket: WebSocket | undefined;
  #pending = new Map<number, Pending>();
  #last = 0;
  #hello = 0;
  #pause = FIRST_PAUSE;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly address: string,
    private readonly greeting: Greeting,
    private readonly heard: (message: News | Present | Done) => void, // done: what was answered to the greeting
    private readonly changed: (state: State) => void = () => {},
    private readonly refused: (problem: Refused) => void = () => {},
    private readonly open: (address: string) => WebSocket = (address) => new WebSocket(address),
  ) {
    this.#connect();
  }

  /**
   * Send a message; its answer, or `Refused`. While the connection is lost it waits, and what was not answered is
   * sent again: an `act` names the position it was chosen in, so the server takes it once.
   */
  ask(wish: Wish): Promise<Answer> {
    const id = ++this.#last;
    const message = { ...wish, id } as Message & { id: number };
    return new Promise((settle, fail) => {
      this.#pending.set(id, { message, settle, fail });
      if (this.state === "open") this.#send(message);
    });
  }

  close(): void {
    this.#become("closed");
    clearTimeout(this.#timer);
    this.#socket?.close();
    for (const { fail } of this.#pending.values()) fail(new Refused("closed", ""));
    this.#pending.clear();
  }

  /** Try again now, because the browser says that the network is back. */
  hurry(): void {
    if (this.state !== "lost") return;
    clearTimeout(this.#timer);
    this.#pause = FIRST_PAUSE;
    this.#connect();
  }

  #connect(): void {
    const socket = this.open(this.address);
    this.#socket = socket;
    socket.onopen = () => {
      this.#hello = ++this.#last;
      this.#send({ type: "hello", id: this.#hello, ...this.greeting() });
    };
    socket.onmessage = (event) => this.#receive(JSON.parse(event.data as string) as Heard);
    socket.onclose = () => {
      if (this.state === "closed" || socket !== this.#socket) return;
      this.#become("lost");
      this.#timer = setTimeout(() => this.#connect(), this.#pause * (0.75 + Math.random() / 2));
      this.#pause = Math.min(this.#pause * 2, LONGEST_PAUSE);
    };
  }

  #receive(message: Heard): void {
    if (message.type === "news" || message.type === "present") return this.heard(message);
    if (message.id === this.#hello) return this.#greeted(message);
    const pending = this.#pending.get(message.id);
    if (!pending) return;
    this.#pending.delete(message.id);
    if (message.type === "refused") pending.fail(new Refused(message.code, message.text, message.rule));
    else pending.settle(message);
  }

  #greeted(answer: Answer): void {
    if (answer.type === "refused") {
      this.refused(new Refused(answer.code, answer.text, answer.rule));
      if (FOR_GOOD.has(answer.code)) this.close();
      return;
    }
    this.#pause = FIRST_PAUSE;
    if (answer.type === "done") this.heard(answer);
    this.#become("open");
    for (const { message } of this.#pending.values()) this.#send(message);
  }

  #send(message: Message): void {
    this.#socket?.send(JSON.stringify(message));
  }

  #become(state: State): void {
    if (this.state === state) return;
    this.state = state;
    this.changed(state);
  }
}
