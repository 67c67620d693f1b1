const hosts = {
  main: import.meta.env.PUBLIC_API_URL ?? '/api',
  userCenter: import.meta.env.PUBLIC_USER_CENTER_URL ?? '/api',
  cloudLocation: import.meta.env.PUBLIC_CLOUD_LOCATION_URL ?? '/api',
}
const hostOf = (path: string) =>
  path.startsWith('/user-center/')
    ? hosts.userCenter
    : path.startsWith('/cloudLocation/')
      ? hosts.cloudLocation
      : hosts.main

/** Where a call goes, by its path below /api. */
export const addressOf = (path: string): string => `${hostOf(path)}${path}`

/** Headers of every call of this page, with its half of the session. */
export const pageHeaders = (token: string | undefined): Record<string, string> => ({
  ...{ 'app-id': 'web', version: '1.0.0' },
  ...(token === undefined ? {} : { token }),
})

/** Message of a call without an answer: specification section 8; without a network that it is missing. */
export const lostMessage = (): string =>
  navigator.onLine === false ? '网络连接中断，请检查网络后重试' : '服务器异常，建议稍后重试'
