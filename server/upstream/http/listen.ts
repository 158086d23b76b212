import type { Server } from "node:http";

/**
 * Listens and tells the address, such as `http://127.0.0.1:4123`.
 * @throws {Error} one Chinese line naming PORT or HOST
 */
export function listenOn(server: Server, port: number, host: string): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EADDRINUSE") {
        reject(new Error(`PORT=${port} 已被占用：请换一个端口，或设为 0 自动选择`));
      } else if (error.code === "EADDRNOTAVAIL" || error.code === "ENOTFOUND") {
        reject(new Error(`HOST=${host} 不是本机地址：请设为 127.0.0.1 或 0.0.0.0`));
      } else reject(error);
    });
    server.listen(port, host, () => {
      const bound = server.address();
      const boundPort = bound && typeof bound === "object" ? bound.port : port;
      resolve(`http://${host.includes(":") ? `[${host}]` : host}:${boundPort}`);
    });
  });
}

/** Closes a server: no new connections, idle ones at once, busy ones after `milliseconds` at the latest. */
export function closeWithin(server: Server, milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), milliseconds);
    server.close(() => {
      clearTimeout(timer);
      resolve();
    });
    server.closeIdleConnections();
  });
}
