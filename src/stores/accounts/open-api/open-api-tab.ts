import { createUrlQuery } from '../../url-query.ts'

export const openApiTabs = ['keys', 'webhooks', 'messages'] as const
export type OpenApiTab = (typeof openApiTabs)[number]
export const openApiTabLabels: Readonly<Record<OpenApiTab, string>> = {
  keys: '密钥',
  webhooks: '推送地址',
  messages: '推送记录',
}

export const parseOpenApiTab = (given: URLSearchParams): OpenApiTab =>
  openApiTabs.find((tab) => tab === given.get('tab')) ?? 'keys'

const address = createUrlQuery<{ readonly tab: OpenApiTab }>(
  (given) => ({ tab: parseOpenApiTab(given) }),
  ({ tab }) => ({ tab }),
)
/** Null before the island starts. */
export const openApiTab = address.query
export const openOpenApiTab = (tab: OpenApiTab): void => address.set({ tab })
/** Reads the address, again on back and forward. Returns the stop function. */
export const startOpenApiTab = (): (() => void) => address.start(() => {})
