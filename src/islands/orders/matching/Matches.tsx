import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { MatchRow } from '../../../contract/orders/matching.ts'
import { links } from '../../../domain/links.ts'
import { yuan } from '../../../domain/money.ts'
import { exceptionKindLabels, exceptionKinds } from '../../../domain/orders/matching/exceptions.ts'
import { matchStateLabels, matchStateOf, matchStates } from '../../../domain/orders/matching/match-states.ts'
import { orderLabel } from '../../../domain/orders/order-states.ts'
import { taxRateOptions } from '../../../domain/orders/tax-rates.ts'
import type { Side } from '../../../domain/sides.ts'
import { date } from '../../../domain/time.ts'
import * as store from '../../../stores/orders/matching/match-list.ts'
import { Button, LinkButton } from '../../../ui/button/Button.tsx'
import { FilterChip } from '../../../ui/chip/FilterChip.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Select } from '../../../ui/form/Select.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { Toaster } from '../../../ui/overlay/Toaster.tsx'
import { DataTable, type Column } from '../../../ui/table/DataTable.tsx'
import { StateBadge } from '../../../ui/text/StateBadge.tsx'
import { Tag } from '../../../ui/text/Tag.tsx'
import { ListFrame, stateTabs } from '../../list/ListFrame.tsx'
import { ListSearch } from '../../list/ListSearch.tsx'
import { SheetButton } from '../../list/SheetButton.tsx'
import { MatchSums } from './MatchLines.tsx'
import { DayRange } from '../../list/DayRange.tsx'

const kindOptions = [
  { value: '', label: '全部订单' },
  { value: 'any', label: '只看有差异' },
  ...exceptionKinds.map((kind) => ({ value: kind, label: exceptionKindLabels[kind] })),
] as const

type FilterProps = { list: store.MatchListStore; side: Side; query: store.MatchQuery }

/** Filters by kind, days and keyword, and the statement of the result. */
const MatchFilters = ({ list, side, query }: FilterProps) => {
  const { kind, from, until, otherOrgId, otherName } = query
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Select
        bare
        label="差异"
        className="w-full md:w-44"
        options={kindOptions}
        value={kind}
        onChange={(chosen) => list.updateQuery({ kind: chosen })}
      />
      <DayRange label="下单日期" from={from} until={until} onChange={(changed) => list.updateQuery(changed)} />
      <ListSearch
        placeholder={side === 'buyer' ? '订单号、项目或供应商' : '订单号、项目或买家'}
        keyword={query.keyword}
        onSearch={(keyword) => list.updateQuery({ keyword })}
      />
      <SheetButton name="matches" label="导出对账单" onDownload={list.downloadSheet} />
      {otherOrgId !== undefined && (
        <FilterChip
          group={side === 'buyer' ? '供应商' : '买家'}
          label={otherName === '' ? `企业 ${otherOrgId}` : otherName}
          onRemove={() => list.updateQuery({ otherOrgId: undefined, otherName: '' })}
        />
      )}
    </div>
  )
}

const rateOptions = [{ value: '', label: '未设置' }, ...taxRateOptions]

/** The shop's usual tax rate, for new orders and offers. */
const ShopTaxRate = () => {
  const now = useStore(store.shopTaxRate)
  useEffect(() => void store.loadShopTaxRate(), [])
  if (now.at === 'loading') return <div className="skeleton h-9 w-64 rounded-md" />
  if (now.at === 'failed')
    return (
      <p className="text-sm text-ink-3">
        默认税率加载失败，请
        <Button kind="link" onClick={() => void store.loadShopTaxRate()}>
          重试
        </Button>
      </p>
    )
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      <span className="text-ink-2">本店默认税率</span>
      <Select
        bare
        label="本店默认税率"
        className="w-36"
        options={rateOptions}
        disabled={now.at === 'saving'}
        value={now.rate === null ? '' : String(now.rate)}
        onChange={(value) =>
          void store
            .saveShopTaxRate(value === '' ? null : Number(value))
            .then((worked) => (worked ? toast.success('已保存，用于新订单与新报价') : toast.error('保存失败，请重试')))
        }
      />
      <span className="text-ink-3">用于新订单与新报价，已有的不变；发票税率与订单不符时会提示。</span>
    </div>
  )
}

const orderLink = (side: Side, orderId: number) =>
  `${side === 'buyer' ? links.buyerOrder(orderId) : links.sellerOrder(orderId)}#matching`

const State = ({ row }: { row: MatchRow }) => (
  <>
    <StateBadge {...matchStateLabels[matchStateOf(row)]} />
    <span className="mt-1 flex flex-wrap gap-1">
      {row.kinds.map((kind) => (
        <Tag key={kind} label={exceptionKindLabels[kind]} />
      ))}
    </span>
  </>
)

const money = (fen: number) => (fen === 0 ? '--' : `¥${yuan(fen)}`)
const figures = [
  { key: 'accepted', label: '已验收' },
  { key: 'paid', label: '已付款' },
  { key: 'vouched', label: '凭证' },
  { key: 'invoiced', label: '已开票' },
] as const

const Order = ({ row, side }: { row: MatchRow; side: Side }) => (
  <>
    <a href={orderLink(side, row.orderId)} className="line-clamp-2 font-medium hover:text-accent hover:underline">
      {row.title}
    </a>
    <span className="flex flex-wrap gap-x-2 text-sm text-ink-3">
      <span className="whitespace-nowrap">{row.orderNo}</span>
      <time className="whitespace-nowrap" dateTime={row.createdAt}>
        {date(row.createdAt)}
      </time>
      <span className="whitespace-nowrap">{orderLabel(row.status, side).label}</span>
    </span>
  </>
)

const Partner = ({ row, list }: { row: MatchRow; list: store.MatchListStore }) => (
  <button
    type="button"
    className="text-left wrap-anywhere text-ink-2 hover:text-accent hover:underline max-md:min-h-11"
    title={`只看 ${row.otherName}`}
    onClick={() => list.updateQuery({ otherOrgId: row.otherOrgId, otherName: row.otherName })}
  >
    {row.otherName}
  </button>
)

const columnsOf = (list: store.MatchListStore, side: Side): readonly Column<MatchRow>[] => [
  {
    key: 'order',
    head: side === 'buyer' ? '订单与供应商' : '订单与买家',
    className: 'min-w-64 desk:w-80',
    cell: (row) => (
      <>
        <Order row={row} side={side} />
        <span className="text-sm">
          <Partner row={row} list={list} />
        </span>
      </>
    ),
  },
  { key: 'state', head: '核对', className: 'min-w-32', cell: (row) => <State row={row} /> },
  {
    key: 'total',
    head: '总额',
    align: 'right',
    className: 'whitespace-nowrap',
    cell: ({ total }) => <span className="font-medium">¥{yuan(total)}</span>,
  },
  ...figures.map(({ key, label }): Column<MatchRow> => ({
    key,
    head: label,
    align: 'right',
    className: 'whitespace-nowrap',
    cell: (row) => money(row[key]),
  })),
]

/** One order on a phone. */
const PhoneRow = ({ row, side, list }: { row: MatchRow; side: Side; list: store.MatchListStore }) => (
  <>
    <Order row={row} side={side} />
    <p>
      <Partner row={row} list={list} />
    </p>
    <dl className="mt-1 grid grid-cols-2 gap-x-4 gap-y-1 text-sm">
      <div className="col-span-2 flex justify-between gap-2">
        <dt className="text-ink-3">总额</dt>
        <dd className="font-medium tabular-nums">¥{yuan(row.total)}</dd>
      </div>
      {figures.map(({ key, label }) => (
        <div key={key} className="flex justify-between gap-2">
          <dt className="text-ink-3">{label}</dt>
          <dd className="tabular-nums">{money(row[key])}</dd>
        </div>
      ))}
    </dl>
    <div className="mt-2">
      <State row={row} />
    </div>
  </>
)

type Props = { list: store.MatchListStore; side: Side; search: string }

/** Matched orders of one side by state; all filters are in the address. */
const Matches = ({ list, side, search }: Props) => {
  const state = useStore(list.state)
  const query = useStore(list.query) ?? store.parseMatchQuery(search)
  useEffect(() => list.start(), [list])
  const { status, keyword, kind, from, until, otherOrgId } = query
  const filtered =
    status !== undefined || otherOrgId !== undefined || [keyword, kind, from, until].some((part) => part !== '')
  const page = state.at === 'ready' ? state.content : undefined
  return (
    <>
      <h1 className="mb-1 text-2xl font-semibold">对账</h1>
      <p className="mb-4 text-ink-3">
        按订单核对验收、付款、凭证与发票，变化后自动重新核对。
        <a href={links.helpArticle(3316)} className="text-accent underline">
          如何对账
        </a>
      </p>
      {side === 'seller' && (
        <div className="mb-4">
          <ShopTaxRate />
        </div>
      )}
      <MatchFilters list={list} side={side} query={query} />
      {page !== undefined && page.total > 0 && (
        <div className="mt-4">
          <MatchSums {...page.sums} />
        </div>
      )}
      <div className="mt-3">
        <ListFrame
          state={state}
          what="对账"
          permission={side === 'buyer' ? 'my_orders' : 'order_manage'}
          onRetry={() => void list.load()}
          tabs={{
            label: '核对结果',
            tabs: stateTabs(matchStates, (each) => matchStateLabels[each], page?.counts),
            current: status ?? 'all',
            onChange: (key) => list.updateQuery({ status: matchStates.find((each) => each === key) }),
          }}
          page={{ size: list.pageSize, current: query.current, onChange: (current) => list.updateQuery({ current }) }}
          empty={
            filtered ? (
              <EmptyState title="没有符合条件的订单" text="请调整状态、差异、日期或关键词。">
                <Button onClick={() => list.updateQuery(store.noMatchFilter)}>清空条件</Button>
              </EmptyState>
            ) : (
              <EmptyState title="暂无需要核对的订单" text="订单开始付款、验收或开票后，会出现在这里。">
                <LinkButton href={side === 'buyer' ? links.buyerOrders() : links.sellerOrders()}>查看订单</LinkButton>
              </EmptyState>
            )
          }
        >
          {({ data }) => (
            <DataTable
              caption="核对的订单"
              rows={data}
              rowKey={({ orderId }) => orderId}
              columns={columnsOf(list, side)}
              phone={(row) => <PhoneRow row={row} side={side} list={list} />}
            />
          )}
        </ListFrame>
      </div>
      <Toaster />
    </>
  )
}

export const BuyerMatches = ({ search }: { search: string }) => (
  <Matches list={store.buyerMatchList} side="buyer" search={search} />
)
export const SellerMatches = ({ search }: { search: string }) => (
  <Matches list={store.sellerMatchList} side="seller" search={search} />
)
