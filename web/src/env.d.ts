/// <reference types="vite/client" />
/// <reference types="svelte" />

declare module "*.po" {
  const catalogue: Readonly<Record<string, string | readonly string[]>>;
  export default catalogue;
}
