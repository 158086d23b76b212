import type { ServerBuild } from "@remix-run/server-runtime";
import { eachHandler } from "./each-handler.ts";
import { failureAnswer } from "./failures.ts";

/**
 * A body that an action cannot read as a form is the sender's fault, not the site's, and says nothing: an empty form
 * may mean something.
 */
export const refuseUnreadableForms = (build: ServerBuild): ServerBuild => ({
  ...build,
  routes: eachHandler(build.routes, {
    loader: (loader) => async (args) => loader(args),
    action: (action) => async (args) => {
      const { request } = args;
      const read = request.formData.bind(request);
      request.formData = () =>
        read().catch(() => {
          const { requestId } = args.context;
          throw failureAnswer({ requestId, message: "请求内容无法读取" }, 400);
        });
      return action(args);
    },
  }),
});
