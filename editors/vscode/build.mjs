// Bundles the extension into one file.
import { build } from "esbuild";

await build({
  entryPoints: ["src/extension.ts"],
  outfile: "dist/extension.js",
  bundle: true,
  platform: "node",
  target: "node20",
  format: "cjs",
  external: ["vscode"],
  sourcemap: process.argv.includes("--debug"),
  minify: !process.argv.includes("--debug"),
  logLevel: "warning",
});
