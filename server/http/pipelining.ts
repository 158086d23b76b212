import type { RequestListener } from "node:http";
import type { Socket } from "node:net";

/** Two, because a client may send its next request before Node.js knows that the answer has been sent. */
const MAX_PIPELINED = 2;

/** Node.js starts all pipelined requests at once, so a few connections could have thousands in progress. */
export function limitPipelining(listener: RequestListener, max = MAX_PIPELINED): RequestListener {
  const unanswered = new WeakMap<Socket, number>();
  const add = (socket: Socket, change: 1 | -1) => {
    const count = (unanswered.get(socket) ?? 0) + change;
    unanswered.set(socket, count);
    return count;
  };
  return (request, response) => {
    const { socket } = request;
    if (socket.destroyed) return;
    if (add(socket, 1) > max) return void socket.destroy();
    response.once("close", () => add(socket, -1));
    return listener(request, response);
  };
}
