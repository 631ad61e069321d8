// Serves the page with the script and the style sheet as they are in src/export/phone, for working on them without compiling. The page and
// all answers are those of a `rulebook serve` that runs.
//
// usage: node tests/page/develop.mjs http://127.0.0.1:8080/ [PORT]

import { createServer } from "node:http";
import { withSources } from "./remake.mjs";

const [program = "http://127.0.0.1:8080/", port = "8090"] = process.argv.slice(2);

const server = createServer(async (request, response) => {
    const parts = [];
    for await (const part of request) parts.push(part);
    const body = request.method === "POST" ? Buffer.concat(parts) : undefined;
    const headers = { "content-type": request.headers["content-type"] || "application/json" };
    const reply = await fetch(new URL(request.url, program), { method: request.method, body, headers }).catch((error) => new Response(String(error), { status: 502 }));
    const type = reply.headers.get("content-type") || "";
    const bytes = Buffer.from(await reply.arrayBuffer());
    response.writeHead(reply.status, { "content-type": type });
    response.end(type.startsWith("text/html") ? withSources(bytes.toString()) : bytes);
});
server.listen(Number(port), "127.0.0.1", () => console.log(`http://127.0.0.1:${port}/`));
