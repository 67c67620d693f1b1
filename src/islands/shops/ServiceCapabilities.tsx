import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { TaggedService } from '../../contract/shops/qualifications.ts'
import { links } from '../../domain/links.ts'
import * as store from '../../stores/shops/service-capabilities.ts'
import { Button, LinkButton } from '../../ui/Button.tsx'
import { DataTable, type Column } from '../../ui/DataTable.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Pager } from '../../ui/Pager.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { toast } from '../../ui/toast.ts'
import { ListSearch } from '../ListSearch.tsx'
import { card, Shown } from '../Shown.tsx'
import { TableSkeleton } from '../TableSkeleton.tsx'
import { WordGroups, type BoxState } from './WordGroups.tsx'

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

/** Words for all of the ticked services at once; a word that only some of them have shows as such. */
const AssignDialog = () => {
  const assigning = useStore(store.assigning)
  const ticked = useStore(store.ticked)
  const open = assigning.at !== 'none'
  const stateOf = (word: string): BoxState => {
    if (assigning.at === 'none') return 'off'
    if (assigning.add.has(word)) return 'on'
    if (assigning.remove.has(word)) return 'off'
    const count = store.countWith(word)
    return count === 0 ? 'off' : count === ticked.size ? 'on' : 'mixed'
  }
  const changes = open ? assigning.add.size + assigning.remove.size : 0
  const assign = () =>
    void store.assign().then((changed) => {
      if (changed !== undefined) toast.good(changed === 0 ? '所选服务的标签没有变化' : `已更新 ${changed} 项服务的标签`)
    })
  return (
    <Dialog
      open={open}
      onClose={store.closeAssigning}
      title={`为 ${ticked.size} 项服务设置能力标签`}
      text="勾选即加到所选的全部服务，取消勾选即从中去掉；横线表示只有部分服务带有该标签，不动则保持原样。"
      width="md"
      actions={
        <>
          <Button onClick={store.closeAssigning}>取消</Button>
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
      <WordGroups stateOf={stateOf} onChange={store.set} />
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
      <Button onClick={() => store.look({ keyword: '' })}>清空条件</Button>
    </EmptyState>
  )

/** What the services of the shop can do: tags for several at once. */
export const ServiceCapabilities = () => {
  const state = useStore(store.services)
  const query = useStore(store.query)
  const ticked = useStore(store.ticked)
  useEffect(() => void store.load(), [])
  return (
    <>
      <ListSearch placeholder="服务名称" keyword={query.keyword} onSearch={(keyword) => store.look({ keyword })} />
      <div className="pt-4" aria-busy={state.at === 'ready' && state.refreshing}>
        <Shown
          state={state}
          what="服务"
          permission="corporate_show"
          onRetry={() => void store.load()}
          frame={card}
          skeleton={<TableSkeleton />}
        >
          {({ data, total }) =>
            data.length === 0 ? (
              card(<Nothing keyword={query.keyword} />)
            ) : (
              <>
                <DataTable
                  caption="服务与其能力标签"
                  columns={columns}
                  rows={data}
                  rowKey={({ serviceId }) => serviceId}
                  rowName={({ title }) => title}
                  chosen={ticked}
                  onChoose={store.tick}
                  bulk={
                    <Button size="sm" className="max-md:h-11" onClick={store.openAssigning}>
                      设置能力标签
                    </Button>
                  }
                />
                <div className="pt-4">
                  <Pager
                    total={total}
                    pageSize={store.pageSize}
                    current={query.current}
                    onChange={(current) => store.look({ current })}
                  />
                </div>
              </>
            )
          }
        </Shown>
      </div>
      <AssignDialog />
    </>
  )
}
