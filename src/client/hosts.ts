import { apiHosts, hostsMeta, ownHosts, type ApiHosts } from '../domain/shell/api-hosts.ts'

let known: ApiHosts | undefined

/** Hosts of the calls: from a meta tag of the page; without one, this host. */
function pageHosts(): ApiHosts {
  const text = document.querySelector(`meta[name="${hostsMeta}"]`)?.getAttribute('content')
  return (known ??= text == null ? ownHosts : apiHosts(text))
}

/** URL of a call by its path below /api. `isApart`: served by the host of the cloud locations. */
export function callUrl(path: string, isApart = false): string {
  const { main, userCenter, cloudLocation } = pageHosts()
  return `${isApart ? cloudLocation : path.startsWith('/user-center/') ? userCenter : main}${path}`
}

/** Headers of every call of this page, with its session token. */
export const pageHeaders = (token: string | undefined): Record<string, string> => ({
  'app-id': 'web',
  version: '1.0.0',
  ...(token === undefined ? {} : { token }),
})

/** Message of a call without a response, or without a network. Specification section 8. */
export const lostMessage = (): string =>
  navigator.onLine === false ? '网络连接中断，请检查网络后重试' : '服务器异常，建议稍后重试'
