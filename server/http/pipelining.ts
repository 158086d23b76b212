import type { RequestListener } from "node:http";
import type { Socket } from "node:net";

/** Browsers and proxies ask for the next when they have the answer, which Node.js may not have been told of yet. */
const AT_ONCE = 2;

/**
 * Ends a connection that asks for more before it has been answered: Node.js begins with all that a connection has sent,
 * so that a few connections would have thousands of requests worked on at once, and their memory held.
 */
export function limitPipelining(listener: RequestListener, atOnce = AT_ONCE): RequestListener {
  const unanswered = new WeakMap<Socket, number>();
  const add = (socket: Socket, one: 1 | -1) => {
    const count = (unanswered.get(socket) ?? 0) + one;
    unanswered.set(socket, count);
    return count;
  };
  return (request, response) => {
    const { socket } = request;
    if (socket.destroyed) return;
    if (add(socket, 1) > atOnce) return void socket.destroy();
    response.once("close", () => add(socket, -1));
    return listener(request, response);
  };
}
