import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { shopLimits } from '../../domain/shops/shop-rules.ts'
import * as store from '../../stores/shops/shop-capabilities.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { StateShape } from '../../ui/StateShape.tsx'
import { card, Shown } from '../Shown.tsx'
import { CardSkeleton } from '../TableSkeleton.tsx'
import { WordGroups } from './WordGroups.tsx'

const Choice = () => {
  const chosen = useStore(store.chosen)
  const saving = useStore(store.saving)
  return (
    <form
      className="overflow-clip rounded-lg border border-line bg-surface"
      aria-label="店铺能力标签"
      onSubmit={(event) => {
        event.preventDefault()
        void store.save()
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
        <WordGroups
          stateOf={(word) => (chosen.includes(word) ? 'on' : 'off')}
          onChange={store.choose}
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

/** What the shop can do. */
export const ShopCapabilities = () => {
  const state = useStore(store.kept)
  useEffect(() => void store.load(), [])
  return (
    <Shown
      state={state}
      what="能力标签"
      permission="corporate_show"
      onRetry={() => void store.load()}
      frame={card}
      skeleton={<CardSkeleton lines={8} className="min-h-[460px]" />}
    >
      {() => <Choice />}
    </Shown>
  )
}
