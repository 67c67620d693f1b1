/** Keep-login period: 10 days (specification section 9). */
export const keepLoginDays = 10
/** Names of the two halves of a web session. `token` is readable by the page; `sid` is HttpOnly. */
export const tokenCookie = 'token'
export const halfCookie = 'sid'
/** Marks the day a kept login began, so that the page cleans up after 10 days. */
export const startDayCookie = 'loginStartDay'
/** Kept by the browser between the two ends of a single sign-on; HttpOnly. */
export const ssoCookie = 'sso'
/** Seconds in which somebody is to come back from the single sign-on. */
export const ssoSeconds = 600
