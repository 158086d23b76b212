/** Answered as a code in the envelope, with HTTP status 200. */
export class ApiError extends Error {
  override name = "ApiError";
  readonly code: number | string;

  /** @param msg in Chinese, for the visitor */
  constructor(code: number | string, msg: string) {
    super(msg);
    this.code = code;
  }
}

export const badRequest = (msg: string) => new ApiError(400, msg);
export const forbidden = (msg: string) => new ApiError(403, msg);
export const notFound = (msg: string) => new ApiError(404, msg);
export const sessionExpired = () => new ApiError(8000, "登录已过期");
export const loggedInElsewhere = () => new ApiError(10040, "账号已在其他设备登录");
export const passwordChangedElsewhere = () => new ApiError("SYS.0015", "账号已在其他设备修改密码");
