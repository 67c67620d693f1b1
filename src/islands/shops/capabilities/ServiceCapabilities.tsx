import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { TaggedService } from '../../../contract/shops/qualifications.ts'
import { links } from '../../../domain/links.ts'
import * as store from '../../../stores/shops/service-capabilities.ts'
import { Button, LinkButton } from '../../../ui/button/Button.tsx'
import { DataTable, type Column } from '../../../ui/table/DataTable.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { Pager } from '../../../ui/navigation/Pager.tsx'
import { Tag } from '../../../ui/text/Tag.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { ListSearch } from '../../list/ListSearch.tsx'
import { cardFrame, AsyncContent } from '../../list/AsyncContent.tsx'
import { TableSkeleton } from '../../list/TableSkeleton.tsx'
import { CapabilityGroups, type BoxState } from './CapabilityGroups.tsx'

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
          <span className="text-ink-3">--</span>
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
    <EmptyState title="还没有服务" text="发布服务后，可以在这里为多个服务一次设置能力标签。">
      <LinkButton kind="main" href={links.sellerEditService()}>
        发布服务
      </LinkButton>
    </EmptyState>
  ) : (
    <EmptyState title="没有符合条件的服务" text="换个关键词再看看。">
      <Button onClick={() => store.updateServiceCapabilityQuery({ keyword: '' })}>清空条件</Button>
    </EmptyState>
  )

/** Capability tags of the shop's services, assigned in bulk. */
export const ServiceCapabilities = () => {
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
