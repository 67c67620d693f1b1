import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { shopLimits } from '../../../domain/shops/shop-rules.ts'
import * as store from '../../../stores/shops/capabilities.ts'
import { Button, LinkButton } from '../../../ui/button/Button.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { Tabs } from '../../../ui/navigation/Tabs.tsx'
import { Toaster } from '../../../ui/overlay/Toaster.tsx'
import { StateShape } from '../../../ui/text/StateShape.tsx'
import { cardFrame, AsyncContent } from '../../list/AsyncContent.tsx'
import { CardSkeleton, TableSkeleton } from '../../list/TableSkeleton.tsx'
import { Qualifications } from '../qualifications/Qualifications.tsx'
import { CapabilityGroups, type BoxState } from './CapabilityGroups.tsx'
import type { TaggedService } from '../../../contract/shops/qualifications.ts'
import { links } from '../../../domain/links.ts'
import { DataTable, type Column } from '../../../ui/table/DataTable.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Pager } from '../../../ui/navigation/Pager.tsx'
import { Tag } from '../../../ui/text/Tag.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { ListSearch } from '../../list/ListSearch.tsx'

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
          选择您的店铺能提供的服务，显示在店铺首页与简介页，也用于搜索。已选{' '}
          <b className="font-semibold">{chosen.length}</b> 个，最多 {shopLimits.capabilities} 个。
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

const columns: readonly Column<TaggedService>[] = [
  {
    key: 'title',
    head: '服务',
    cell: ({ title, categoryName, published }) => (
      <span className="block py-2">
        <span className="block max-w-[420px]">{title || '未命名的草稿'}</span>
        <span className="block text-sm text-ink-3">
          {categoryName}
          {published ? '' : ' · 未上架'}
        </span>
      </span>
    ),
  },
  {
    key: 'capabilities',
    head: '能力标签',
    cell: ({ capabilities }) => (
      <span className="flex min-w-48 flex-wrap gap-1 py-2">
        {capabilities.length === 0 ? (
          <span className="text-ink-3">未设置</span>
        ) : (
          capabilities.map((word) => <Tag key={word} label={word} />)
        )}
      </span>
    ),
  },
]

/** Assigns tags to all ticked services; tags of only some of them are shown as mixed. */
const AssignDialog = () => {
  const assigning = useStore(store.capabilityAssignment)
  const ticked = useStore(store.tickedServices)
  const open = assigning.at !== 'none'
  const stateOf = (word: string): BoxState => {
    if (assigning.at === 'none') return 'off'
    if (assigning.add.has(word)) return 'on'
    if (assigning.remove.has(word)) return 'off'
    const count = store.countServicesWith(word)
    return count === 0 ? 'off' : count === ticked.size ? 'on' : 'mixed'
  }
  const changes = open ? assigning.add.size + assigning.remove.size : 0
  const assign = () =>
    void store.submitCapabilityAssignment().then((changed) => {
      if (changed !== undefined)
        toast.success(changed === 0 ? '所选服务的标签没有变化' : `已更新 ${changed} 项服务的标签`)
    })
  return (
    <Dialog
      open={open}
      onClose={store.closeCapabilityAssignment}
      title={`为 ${ticked.size} 项服务设置能力标签`}
      text="勾选即加到所选的全部服务，取消勾选即从中去掉；横线表示只有部分服务带有该标签，不动则保持原样。"
      width="md"
      actions={
        <>
          <Button onClick={store.closeCapabilityAssignment}>取消</Button>
          <Button kind="main" busy={assigning.at === 'sending'} disabled={changes === 0} onClick={assign}>
            保存
          </Button>
        </>
      }
    >
      {open && assigning.failure && (
        <div className="mb-4">
          <Notice tone="bad" title={assigning.failure.message} />
        </div>
      )}
      <CapabilityGroups stateOf={stateOf} onChange={store.setAssignedCapability} />
    </Dialog>
  )
}

const Nothing = ({ keyword }: { keyword: string }) =>
  keyword === '' ? (
    <EmptyState title="暂无服务" text="发布服务后，可以在这里为多个服务一次设置能力标签。">
      <LinkButton kind="main" href={links.sellerEditService()}>
        发布服务
      </LinkButton>
    </EmptyState>
  ) : (
    <EmptyState title="没有符合条件的服务" text="请更换关键词。">
      <Button onClick={() => store.updateServiceCapabilityQuery({ keyword: '' })}>清空条件</Button>
    </EmptyState>
  )

/** Capability tags of the shop's services, assigned in bulk. */
const ServiceCapabilities = () => {
  const state = useStore(store.capabilityServices)
  const query = useStore(store.serviceCapabilityQuery)
  const ticked = useStore(store.tickedServices)
  useEffect(() => void store.loadServiceCapabilities(), [])
  return (
    <>
      <ListSearch
        placeholder="服务名称"
        keyword={query.keyword}
        onSearch={(keyword) => store.updateServiceCapabilityQuery({ keyword })}
      />
      <div className="pt-4" aria-busy={state.at === 'ready' && state.refreshing}>
        <AsyncContent
          state={state}
          what="服务"
          permission="corporate_show"
          onRetry={() => void store.loadServiceCapabilities()}
          frame={cardFrame}
          skeleton={<TableSkeleton />}
        >
          {({ data, total }) =>
            data.length === 0 ? (
              cardFrame(<Nothing keyword={query.keyword} />)
            ) : (
              <>
                <DataTable
                  caption="服务与其能力标签"
                  columns={columns}
                  rows={data}
                  rowKey={({ serviceId }) => serviceId}
                  rowName={({ title }) => title}
                  chosen={ticked}
                  onChoose={store.tickServices}
                  bulk={
                    <Button size="sm" className="max-md:h-11" onClick={store.openCapabilityAssignment}>
                      设置能力标签
                    </Button>
                  }
                />
                <div className="pt-4">
                  <Pager
                    total={total}
                    pageSize={store.capabilityPageSize}
                    current={query.current}
                    onChange={(current) => store.updateServiceCapabilityQuery({ current })}
                  />
                </div>
              </>
            )
          }
        </AsyncContent>
      </div>
      <AssignDialog />
    </>
  )
}

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
