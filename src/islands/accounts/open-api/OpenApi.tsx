import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { links } from '../../../domain/links.ts'
import * as store from '../../../stores/accounts/open-api/open-api-tab.ts'
import { Tabs } from '../../../ui/navigation/Tabs.tsx'
import { Toaster } from '../../../ui/overlay/Toaster.tsx'
import { ApiKeys } from './ApiKeys.tsx'
import { WebhookMessages } from './WebhookMessages.tsx'
import { Webhooks } from './Webhooks.tsx'

/** API keys, webhooks and what was sent, in both centres. */
export const OpenApi = ({ search }: { search: string }) => {
  const { tab } = useStore(store.openApiTab) ?? { tab: store.parseOpenApiTab(new URLSearchParams(search)) }
  useEffect(() => store.startOpenApiTab(), [])
  return (
    <>
      <div className="mb-4">
        <h1 className="text-2xl font-semibold">开放接口</h1>
        <p className="mt-1 text-ink-3">
          让 ERP、采购与实验室系统直接查询订单、提交需求、接收变化。
          <a href={links.developers()} className="text-accent underline">
            查看接口文档
          </a>
          {' · '}
          <a href={links.helpArticle(3326)} className="text-accent underline">
            如何对接
          </a>
        </p>
      </div>
      <Tabs
        label="开放接口"
        tabs={store.openApiTabs.map((key) => ({ key, label: store.openApiTabLabels[key] }))}
        current={tab}
        onChange={(key) => store.openOpenApiTab(store.openApiTabs.find((each) => each === key) ?? 'keys')}
      >
        <div className="pt-4">
          {tab === 'keys' && <ApiKeys search={search} />}
          {tab === 'webhooks' && <Webhooks />}
          {tab === 'messages' && <WebhookMessages search={search} />}
        </div>
      </Tabs>
      <Toaster />
    </>
  )
}
