// Unpacks the Chromium that tests drive, with the libraries it needs, and prints where they are.
import { mkdirSync } from "node:fs";
import { join } from "node:path";

const folder = join(import.meta.dirname, "node_modules", ".cache", "chromium");
mkdirSync(folder, { recursive: true });
process.env.TMPDIR = folder; // where it is unpacked
process.env.AWS_LAMBDA_JS_RUNTIME ??= "nodejs22.x"; // else the libraries stay packed
const { default: chromium } = await import("@sparticuz/chromium");
const program = await chromium.executablePath();
process.stdout.write(JSON.stringify({ program, libraries: join(folder, "al2023", "lib") }));
