// Serves a folder on the loopback interface: for a look at the page, for tests, and for figures.
import { existsSync, readFileSync } from "node:fs";
import http from "node:http";
import path from "node:path";
import { fileURLToPath } from "node:url";

const TYPES = { html: "text/html", js: "text/javascript", css: "text/css", wasm: "application/wasm" };

/** A server for the files of a folder, and its address. */
export async function serve(folder, port = 0) {
  const server = http.createServer((request, response) => {
    const name = request.url === "/" ? "index.html" : path.basename(request.url.replace(/\?.*/, ""));
    const file = path.join(folder, name);
    if (!existsSync(file)) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { "content-type": TYPES[name.split(".").pop()] ?? "text/plain" });
    response.end(readFileSync(file));
  });
  await new Promise((resolve, reject) => server.once("error", reject).listen(port, "127.0.0.1", resolve));
  return { server, address: `http://127.0.0.1:${server.address().port}/` };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { address } = await serve(fileURLToPath(new URL("build/page", import.meta.url)), Number(process.env.PORT ?? 8080));
  console.log(address);
}
