/** Why the server did not do something: for programs, for people, and the paragraph if there is one. */
export class Refused extends Error {
  constructor(
    readonly code: string,
    text: string,
    readonly rule = "",
  ) {
    super(text);
  }
}
