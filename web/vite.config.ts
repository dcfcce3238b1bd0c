import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { catalogues } from "./catalogue.ts";

const server = process.env["ARCHIPEL_SERVER"] ?? "http://127.0.0.1:8642";

export default defineConfig(({ mode }) => ({
  plugins: [svelte(), catalogues()],
  resolve: mode === "test" ? { conditions: ["browser"] } : {},
  build: {
    outDir: "../src/archipel/web",
    emptyOutDir: true,
    target: "es2024",
    reportCompressedSize: true,
    // The page allows no inline data, so that its policy can be strict.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: { fs: { allow: [".."] }, proxy: { "/api": { target: server, ws: true } } },
  test: { include: ["tests/**/*.test.ts"] },
}));
