import { offerLabels, isOfferDraft, isOfferSubmitted } from '../../../domain/demands/offer-states.ts'
import { links } from '../../../domain/links.ts'
import { sellerOffers } from '../../../stores/demands/offers/seller-offers.ts'
import { LinkButton } from '../../../ui/button/Button.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Toaster } from '../../../ui/overlay/Toaster.tsx'
import { FilteredList } from '../../list/FilteredList.tsx'
import type { OfferRow } from '../../../contract/demands/offers.ts'
import { demandLabels, isDemandOpen, takesOffers } from '../../../domain/demands/demand-states.ts'
import { unfilled } from '../../../domain/demands/offer-terms.ts'
import { yuan } from '../../../domain/money.ts'
import { countdown, date, dateTime, monthMinute, timeLeft } from '../../../domain/time.ts'
import { DataTable, type Column } from '../../../ui/table/DataTable.tsx'
import { StateBadge } from '../../../ui/text/StateBadge.tsx'
import { Tag } from '../../../ui/text/Tag.tsx'

type RowProps = { row: OfferRow; now: string }

const Next = ({ row, now }: RowProps) => (
  <span className="inline-flex gap-2">
    {(isOfferDraft(row.status) || isOfferSubmitted(row.status)) && takesOffers(row.demandStatus, row.deadline, now) && (
      <LinkButton
        size="sm"
        href={links.sellerEditOffer(row.demandId)}
        aria-label={`${isOfferDraft(row.status) ? '继续填写' : '更新'}报价：${row.demandTitle}`}
      >
        {isOfferDraft(row.status) ? '继续填写' : '更新'}
      </LinkButton>
    )}
    {row.orderId === null ? (
      <LinkButton size="sm" href={links.sellerOffer(row.offerId)} aria-label={`查看报价：${row.demandTitle}`}>
        查看
      </LinkButton>
    ) : (
      <LinkButton
        size="sm"
        kind="outline"
        href={links.sellerOrder(row.orderId)}
        aria-label={`看订单：${row.demandTitle}`}
      >
        看订单
      </LinkButton>
    )}
  </span>
)

const Title = ({ row }: { row: OfferRow }) => (
  <>
    <a href={links.sellerOffer(row.offerId)} className="font-medium hover:text-accent">
      {row.demandTitle}
    </a>
    <span className="block text-sm text-ink-3">
      {row.offerNo}
      {row.version > 0 && ` · 第 ${row.version} 版`}
      {row.submittedAt && ` · ${monthMinute(row.submittedAt)}`}
    </span>
  </>
)

/** Amber when the deadline is near: the offer can still be changed. */
const Demand = ({ row, now }: RowProps) => {
  const left = countdown(row.deadline, now)
  return (
    <>
      {demandLabels[row.demandStatus].label}
      {isDemandOpen(row.demandStatus) && (
        <time
          className={`block text-sm ${left.at === 'running' && left.pressing ? 'text-warn' : 'text-ink-3'}`}
          dateTime={row.deadline}
          title={`${dateTime(row.deadline)} 截止`}
        >
          {timeLeft(row.deadline, now)}
        </time>
      )}
    </>
  )
}

const State = ({ row }: { row: OfferRow }) => (
  <span className="inline-flex items-center gap-2">
    <StateBadge {...offerLabels[row.status]} />
    {row.sealed && <Tag label="密封" />}
  </span>
)

// Drafts may be incomplete: a missing total is not 0.
const total = ({ total: fen }: OfferRow) => (fen === 0 ? '--' : `¥${yuan(fen)}`)
const days = ({ durationDays }: OfferRow) => (durationDays === unfilled.number ? '--' : `${durationDays}\u00a0天`)
const until = ({ validUntil }: OfferRow) => (validUntil === unfilled.moment ? '--' : date(validUntil))

const columnsAt = (now: string): Column<OfferRow>[] => [
  { key: 'demand', head: '需求', className: 'min-w-56', cell: (row) => <Title row={row} /> },
  {
    key: 'total',
    head: '总价',
    align: 'right',
    className: 'whitespace-nowrap',
    cell: (row) => <span className="font-medium">{total(row)}</span>,
  },
  { key: 'days', head: '周期', align: 'right', className: 'whitespace-nowrap', cell: days },
  { key: 'valid', head: '有效期至', className: 'whitespace-nowrap', cell: until },
  {
    key: 'demandState',
    head: '需求状态',
    className: 'whitespace-nowrap',
    cell: (row) => <Demand row={row} now={now} />,
  },
  { key: 'state', head: '报价状态', className: 'whitespace-nowrap', cell: (row) => <State row={row} /> },
  { key: 'do', head: '操作', isActions: true, align: 'right', cell: (row) => <Next row={row} now={now} /> },
]

/** Own offers: a table, cards on phones. */
const SellerOfferTable = ({ rows, now }: { rows: readonly OfferRow[]; now: string }) => (
  <>
    <div className="max-md:hidden">
      <DataTable caption="我的报价" columns={columnsAt(now)} rows={rows} rowKey={(row) => row.offerId} />
    </div>
    <ul className="space-y-3 md:hidden" aria-label="我的报价">
      {rows.map((row) => (
        <li key={row.offerId} className="rounded-lg border border-line bg-surface p-4">
          <div className="mb-2">
            <State row={row} />
          </div>
          <Title row={row} />
          <p className="mt-3 flex flex-wrap items-baseline justify-between gap-2">
            <span className="text-lg font-semibold">{total(row)}</span>
            <span className="text-sm text-ink-3">
              {days(row)} · 有效至 {until(row)}
            </span>
          </p>
          <div className="mt-3 flex items-end justify-between gap-2">
            <span className="text-sm text-ink-2">
              <Demand row={row} now={now} />
            </span>
            <Next row={row} now={now} />
          </div>
        </li>
      ))}
    </ul>
  </>
)

type Props = { search: string; now: string }

/** The company's own offers by status. */
export const SellerOffers = ({ search, now }: Props) => (
  <>
    <FilteredList
      list={sellerOffers}
      search={search}
      what="报价"
      permission="my_supply"
      placeholder="需求标题、需求或报价编号"
      tabs={{ label: '报价状态', labelOf: (status) => offerLabels[status] }}
      empty={
        <EmptyState title="暂无报价" text="在需求大厅找到合适的需求，提交报价后会出现在这里。">
          <LinkButton kind="main" href={links.demandHall({ openOnly: 1 })}>
            去需求大厅
          </LinkButton>
        </EmptyState>
      }
    >
      {({ data }) => <SellerOfferTable rows={data} now={now} />}
    </FilteredList>
    <Toaster />
  </>
)
