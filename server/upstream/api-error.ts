/** An answer that is not a success: told in the envelope, with HTTP status 200. */
export class ApiError extends Error {
  override name = "ApiError";
  readonly code: number;

  /**
   * @param code the contract's code, such as 404
   * @param msg Chinese, shown to people
   */
  constructor(code: number, msg: string) {
    super(msg);
    this.code = code;
  }
}

export const badRequest = (msg: string) => new ApiError(400, msg);
export const notFound = (msg: string) => new ApiError(404, msg);
/** The member's token is missing, unknown or expired. */
export const sessionExpired = () => new ApiError(8000, "登录已过期");
