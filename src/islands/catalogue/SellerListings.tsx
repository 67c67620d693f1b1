import { useStore } from '@nanostores/react'
import { Download, FileSpreadsheet, PencilLine } from 'lucide-react'
import { useEffect } from 'react'
import { listingLabels, listingStatuses, type ListingStatus } from '../../domain/catalogue/listing-states.ts'
import type { ListingKind } from '../../domain/catalogue/listing.ts'
import { kindWords } from '../../stores/catalogue/listing-calls.ts'
import * as sheets from '../../stores/catalogue/listing-sheets.ts'
import { pageSize, sellerProducts, sellerServices } from '../../stores/catalogue/seller-listings.ts'
import { readListQuery } from '../../stores/list-query.ts'
import { Button, LinkButton } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Pager } from '../../ui/Pager.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { toast } from '../../ui/toast.ts'
import { Toaster } from '../../ui/Toaster.tsx'
import { ListSearch } from '../ListSearch.tsx'
import { card, Shown } from '../Shown.tsx'
import { TableSkeleton } from '../TableSkeleton.tsx'
import { ImportDialog } from './ImportDialog.tsx'
import { ListingQuestionDialog } from './ListingQuestionDialog.tsx'
import { ListingTable } from './ListingTable.tsx'

type Props = {
  kind: ListingKind
  /** Query of the address, so that the server draws the same. */
  search: string
  now: string
}

/** The shop's own services or goods by state: look, choose, move, import and export. */
export const SellerListings = ({ kind, search, now }: Props) => {
  const store = kind === 'service' ? sellerServices : sellerProducts
  const words = kindWords[kind]
  const state = useStore(store.page)
  const counts = useStore(store.counts)
  const making = useStore(sheets.making)
  const query = useStore(store.query) ?? readListQuery(search, listingStatuses)
  useEffect(() => store.start(), [store])
  const shown = listingStatuses.filter(
    (status) => status !== 'suspended' || query.status === status || (counts?.suspended ?? 0) > 0,
  )
  const tabs = [
    { key: 'all', label: '全部', count: counts?.all },
    ...shown.map((status) => ({ key: status, label: listingLabels[status].label, count: counts?.[status] })),
  ]
  const told = (failure: { message: string } | null) => failure && toast.bad(failure.message)
  const filtered = query.status !== undefined || query.keyword !== ''
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl font-semibold">{words.name}管理</h1>
        <div className="flex flex-wrap gap-3">
          <Button onClick={() => sheets.openImport(kind)}>
            <FileSpreadsheet className="size-4" />
            批量导入
          </Button>
          <Button
            busy={making === 'export'}
            disabled={state.at !== 'ready' || state.content.total === 0}
            onClick={() => void sheets.exportListings(kind, query).then(told)}
          >
            <Download className="size-4" />
            {filtered ? '导出当前结果' : '导出'}
          </Button>
          <LinkButton kind="main" href={words.edit()}>
            <PencilLine className="size-4" />
            发布{words.name}
          </LinkButton>
        </div>
      </div>
      <ListSearch
        placeholder={kind === 'service' ? '服务标题或编号' : '标题、编号、货号或 CAS 号'}
        keyword={query.keyword}
        onSearch={(keyword) => store.search({ keyword })}
      />
      <Tabs
        label={`${words.name}状态`}
        tabs={tabs}
        current={query.status ?? 'all'}
        onChange={(key) => store.search({ status: listingStatuses.find((status) => status === key) })}
      >
        <div className="pt-4" aria-busy={state.at === 'ready' && state.refreshing}>
          <Shown
            state={state}
            what={words.name}
            permission={kind === 'service' ? 'org_service_manage' : 'goods_manage'}
            onRetry={() => void store.load()}
            skeleton={<TableSkeleton />}
            frame={card}
          >
            {({ data, total }) =>
              data.length === 0 ? (
                card(
                  <NothingHere
                    kind={kind}
                    status={query.keyword === '' ? query.status : undefined}
                    filtered={filtered}
                  />,
                )
              ) : (
                <>
                  <ListingTable kind={kind} rows={data} now={now} />
                  <div className="pt-4">
                    <Pager
                      total={total}
                      pageSize={pageSize}
                      current={query.current}
                      onChange={(current) => store.search({ current })}
                    />
                  </div>
                </>
              )
            }
          </Shown>
        </div>
      </Tabs>
      <ListingQuestionDialog kind={kind} />
      <ImportDialog kind={kind} />
      <Toaster />
    </>
  )
}

const NothingHere = ({
  kind,
  status,
  filtered,
}: {
  kind: ListingKind
  status: ListingStatus | undefined
  filtered: boolean
}) => {
  const store = kind === 'service' ? sellerServices : sellerProducts
  const { name, edit } = kindWords[kind]
  if (filtered)
    return (
      <EmptyState
        title={status === undefined ? `没有符合条件的${name}` : `没有“${listingLabels[status].label}”状态的${name}`}
        text="换个状态或关键词再看看。"
      >
        <Button onClick={() => store.search({ status: undefined, keyword: '' })}>查看全部</Button>
      </EmptyState>
    )
  return (
    <EmptyState title={`还没有${name}`} text={`发布后买家可以搜到、收藏和询价。${name}较多时可用 Excel 批量导入。`}>
      <LinkButton kind="main" href={edit()}>
        发布{name}
      </LinkButton>
      <Button onClick={() => sheets.openImport(kind)}>批量导入</Button>
    </EmptyState>
  )
}
