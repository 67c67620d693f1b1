/** Base URLs of API calls, such as `/api` or `https://calls.example.com/api`. */
export interface ApiHosts {
  readonly main: string
  /** Paths that begin with /user-center/. */
  readonly userCenter: string
  /** Parks and policies (specification section 7). */
  readonly cloudLocation: string
}

/** All calls to the site's own origin. */
export const ownHosts: ApiHosts = { main: '/api', userCenter: '/api', cloudLocation: '/api' }

/** Name of the meta element that passes the hosts to scripts. */
export const hostsMeta = 'api-hosts'

/** Content of that element; undefined if all calls go to the site's own origin. */
export const hostsText = ({ main, userCenter, cloudLocation }: ApiHosts): string | undefined =>
  [main, userCenter, cloudLocation].every((host) => host === '/api')
    ? undefined
    : [main, userCenter, cloudLocation].join(' ')

/** Parses the content of that element. */
export function apiHosts(text: string): ApiHosts {
  const [main = '/api', userCenter = main, cloudLocation = main] = text.split(' ')
  return { main, userCenter, cloudLocation }
}

/** Origins other than the site's own, for `connect-src` of the content security policy. */
export const otherOrigins = ({ main, userCenter, cloudLocation }: ApiHosts): string[] => [
  ...new Set([main, userCenter, cloudLocation].flatMap((url) => (URL.canParse(url) ? [new URL(url).origin] : []))),
]
