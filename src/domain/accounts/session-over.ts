/**
 * Whether the code of an answer says that a session is over: ended or unknown, or an operator's that was not used. Apart,
 * since a first look at a page makes no call.
 */
export const isSessionOver = (code: number): boolean => code === 600 || code === 601
