/**
 * Whether a response code means that the session is over: ended, unknown, or an idle operator session. In a separate
 * file to keep the initial bundle small.
 */
export const isSessionOver = (code: number): boolean => code === 600 || code === 601
