import { useStore } from '@nanostores/react'
import { Download, FileSpreadsheet, PencilLine } from 'lucide-react'
import { useEffect } from 'react'
import {
  listingLabels,
  listingStatuses,
  type ListingStatus,
  isListingSuspended,
} from '../../../domain/catalogue/listing-states.ts'
import type { ListingKind } from '../../../domain/catalogue/listing.ts'
import { listingKindInfo } from '../../../stores/catalogue/listing-calls.ts'
import * as sheets from '../../../stores/catalogue/listing-sheets.ts'
import { sellerListingPageSize, sellerProducts, sellerServices } from '../../../stores/catalogue/seller-listings.ts'
import { parseListQuery } from '../../../stores/list-query.ts'
import { Button, LinkButton } from '../../../ui/button/Button.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Pager } from '../../../ui/navigation/Pager.tsx'
import { Tabs } from '../../../ui/navigation/Tabs.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { Toaster } from '../../../ui/overlay/Toaster.tsx'
import { ListSearch } from '../../list/ListSearch.tsx'
import { cardFrame, AsyncContent } from '../../list/AsyncContent.tsx'
import { TableSkeleton } from '../../list/TableSkeleton.tsx'
import { usePermission } from '../../use-permission.ts'
import { ImportDialog } from './ImportDialog.tsx'
import { ListingQuestionDialog } from './ListingQuestionDialog.tsx'
import { ListingTable } from './ListingTable.tsx'

type Props = {
  kind: ListingKind
  /** Query of the address, so that the server renders the same. */
  search: string
  now: string
}

/** The shop's own services or products by status: filter, select, change, import and export. */
export const SellerListings = ({ kind, search, now }: Props) => {
  const store = kind === 'service' ? sellerServices : sellerProducts
  const words = listingKindInfo[kind]
  const state = useStore(store.page)
  const counts = useStore(store.counts)
  const making = useStore(sheets.sheetInProgress)
  const query = useStore(store.query) ?? parseListQuery(search, listingStatuses)
  useEffect(() => store.start(), [store])
  const shown = listingStatuses.filter(
    (status) => !isListingSuspended(status) || query.status === status || (counts?.suspended ?? 0) > 0,
  )
  const tabs = [
    { key: 'all', label: '全部', count: counts?.all },
    ...shown.map((status) => ({ key: status, label: listingLabels[status].label, count: counts?.[status] })),
  ]
  const mayExport = usePermission('database')
  const toastFailure = (failure: { message: string } | null) => failure && toast.error(failure.message)
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
          {mayExport && (
            <Button
              busy={making === 'export'}
              disabled={state.at !== 'ready' || state.content.total === 0}
              onClick={() => void sheets.exportListings(kind, query).then(toastFailure)}
            >
              <Download className="size-4" />
              {filtered ? '导出当前结果' : '导出'}
            </Button>
          )}
          <LinkButton kind="main" href={words.edit()}>
            <PencilLine className="size-4" />
            发布{words.name}
          </LinkButton>
        </div>
      </div>
      <ListSearch
        placeholder={kind === 'service' ? '服务标题或编号' : '标题、编号、货号或 CAS 号'}
        keyword={query.keyword}
        onSearch={(keyword) => store.updateQuery({ keyword })}
      />
      <Tabs
        label={`${words.name}状态`}
        tabs={tabs}
        current={query.status ?? 'all'}
        onChange={(key) => store.updateQuery({ status: listingStatuses.find((status) => status === key) })}
      >
        <div className="pt-4" aria-busy={state.at === 'ready' && state.refreshing}>
          <AsyncContent
            state={state}
            what={words.name}
            permission={kind === 'service' ? 'org_service_manage' : 'goods_manage'}
            onRetry={() => void store.load()}
            skeleton={<TableSkeleton />}
            frame={cardFrame}
          >
            {({ data, total }) =>
              data.length === 0 ? (
                cardFrame(
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
                      pageSize={sellerListingPageSize}
                      current={query.current}
                      onChange={(current) => store.updateQuery({ current })}
                    />
                  </div>
                </>
              )
            }
          </AsyncContent>
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
  const { name, edit } = listingKindInfo[kind]
  if (filtered)
    return (
      <EmptyState
        title={status === undefined ? `没有符合条件的${name}` : `没有“${listingLabels[status].label}”状态的${name}`}
        text="换个状态或关键词再看看。"
      >
        <Button onClick={() => store.updateQuery({ status: undefined, keyword: '' })}>查看全部</Button>
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
