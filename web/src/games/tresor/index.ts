export { default as Board } from "./Board.svelte";
export { places } from "./places";
export { default as Player } from "./Player.svelte";
export { scoring } from "./scoring";
