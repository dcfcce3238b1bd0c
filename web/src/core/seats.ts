/** Every seat has a colour (tokens.css) and a shape, so that nobody needs to see colours. */

/** Outlines in a box from -10 to 10, by seat: disc, square, triangle, diamond, star, cross. */
export const SEAT_SHAPES = [
  "M0-8.6A8.6 8.6 0 1 1 0 8.6A8.6 8.6 0 1 1 0-8.6Z",
  "M-7.4-7.4H7.4V7.4H-7.4Z",
  "M0-9L9 7H-9Z",
  "M0-9.6L8 0L0 9.6L-8 0Z",
  "M0-9.6L2.7-3.4L9.2-3L4.2 1.4L5.8 7.9L0 4.4L-5.8 7.9L-4.2 1.4L-9.2-3L-2.7-3.4Z",
  "M-3-8.6H3V-3H8.6V3H3V8.6H-3V3H-8.6V-3H-3Z",
] as const;

/** What players are called: by name, or by place; two of one name are told apart by their places. */
export function called(seats: readonly { name: string; place: string }[]): string[] {
  const names = seats.map((seat) => seat.name || seat.place);
  const twice = (name: string) => names.indexOf(name) !== names.lastIndexOf(name);
  return names.map((name, seat) => (twice(name) ? `${name} (${seats[seat]!.place})` : name));
}

export const seatColour = (seat: number): string => `var(--seat-${seat})`;
export const onSeatColour = (seat: number): string => `var(--on-seat-${seat})`;
export const seatShape = (seat: number): string => SEAT_SHAPES[seat] ?? SEAT_SHAPES[0];
