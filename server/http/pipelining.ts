import type { RequestListener } from "node:http";
import type { Socket } from "node:net";

/** A client may send its next request before Node.js knows that the answer has been sent. */
const AT_ONCE = 2;

/** Node.js starts all pipelined requests at once: a few connections could have thousands. */
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
