import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { shopLimits } from '../../../domain/shops/shop-rules.ts'
import * as store from '../../../stores/shops/shop-capabilities.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { Tabs } from '../../../ui/navigation/Tabs.tsx'
import { Toaster } from '../../../ui/overlay/Toaster.tsx'
import { StateShape } from '../../../ui/text/StateShape.tsx'
import { cardFrame, AsyncContent } from '../../list/AsyncContent.tsx'
import { CardSkeleton } from '../../list/TableSkeleton.tsx'
import { Qualifications } from '../qualifications/Qualifications.tsx'
import { ServiceCapabilities } from './ServiceCapabilities.tsx'
import { CapabilityGroups } from './CapabilityGroups.tsx'

const Choice = () => {
  const chosen = useStore(store.chosenCapabilities)
  const saving = useStore(store.capabilitySaveState)
  return (
    <form
      className="overflow-clip rounded-lg border border-line bg-surface"
      aria-label="店铺能力标签"
      onSubmit={(event) => {
        event.preventDefault()
        void store.saveShopCapabilities()
      }}
    >
      <div className="p-4 md:p-6">
        {saving.at === 'refused' && (
          <div className="mb-4">
            <Notice tone="bad" title={saving.failure.message} />
          </div>
        )}
        <p className="mb-4 text-ink-2">
          选择贵店能做的事，显示在店铺首页与简介页，也用于搜索。已选 <b className="font-semibold">{chosen.length}</b>{' '}
          个，最多 {shopLimits.capabilities} 个。
        </p>
        <CapabilityGroups
          stateOf={(word) => (chosen.includes(word) ? 'on' : 'off')}
          onChange={store.toggleCapability}
          full={chosen.length >= shopLimits.capabilities}
        />
      </div>
      <div className="flex flex-wrap items-center gap-3 border-t border-line px-4 py-3 md:px-6">
        <Button type="submit" kind="main" className="max-md:h-11 max-md:flex-1" busy={saving.at === 'sending'}>
          保存
        </Button>
        <span className="text-sm" role="status">
          {saving.at === 'saved' && (
            <span className="inline-flex items-center gap-1.5 text-ink-2">
              <StateShape tone="good" />
              已保存，店铺页面已更新
            </span>
          )}
        </span>
      </div>
    </form>
  )
}

/** Capability tags of the shop. */
const ShopCapabilities = () => {
  const state = useStore(store.savedCapabilities)
  useEffect(() => void store.loadShopCapabilities(), [])
  return (
    <AsyncContent
      state={state}
      what="能力标签"
      permission="corporate_show"
      onRetry={() => void store.loadShopCapabilities()}
      frame={cardFrame}
      skeleton={<CardSkeleton lines={8} className="min-h-[460px]" />}
    >
      {() => <Choice />}
    </AsyncContent>
  )
}

const tabs = [
  { key: 'shop', label: '店铺能力' },
  { key: 'services', label: '服务能力' },
  { key: 'qualifications', label: '资质证书' },
] as const
type Key = (typeof tabs)[number]['key']
const keyOf = (key: string): Key => tabs.find((tab) => tab.key === key)?.key ?? 'shop'

/** 能力标签: capability tags of the shop and its services, and certificates. */
export const ShopTags = () => {
  const [key, setKey] = useState<Key>('shop')
  useEffect(() => {
    const read = () => setKey(keyOf(location.hash.slice(1)))
    read()
    addEventListener('hashchange', read)
    return () => removeEventListener('hashchange', read)
  }, [])
  const choose = (next: string) => {
    setKey(keyOf(next))
    history.replaceState(null, '', `#${next}`)
  }
  return (
    <>
      <h1 className="mb-4 text-2xl font-semibold">能力标签与资质</h1>
      <Tabs label="标签种类" tabs={[...tabs]} current={key} onChange={choose}>
        <div className="pt-4">
          {key === 'shop' && <ShopCapabilities />}
          {key === 'services' && <ServiceCapabilities />}
          {key === 'qualifications' && <Qualifications />}
        </div>
      </Tabs>
      <Toaster />
    </>
  )
}
