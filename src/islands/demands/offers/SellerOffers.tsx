import { useStore } from '@nanostores/react'
import { offerLabels, isOfferDraft, isOfferSubmitted, offerStatuses } from '../../../domain/demands/offer-states.ts'
import { links } from '../../../domain/links.ts'
import * as store from '../../../stores/demands/offers/seller-offers.ts'
import { Button, LinkButton } from '../../../ui/button/Button.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Toaster } from '../../../ui/overlay/Toaster.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { ReasonDialog } from '../../form/ReasonDialog.tsx'
import { DailyList } from '../../list/DailyList.tsx'
import { stateTabs } from '../../list/ListFrame.tsx'
import { OutcomesDialog } from '../../list/OutcomesDialog.tsx'
import { SheetButton } from '../../list/SheetButton.tsx'
import type { OfferRow } from '../../../contract/demands/offers.ts'
import { demandLabels, isDemandOpen, takesOffers } from '../../../domain/demands/demand-states.ts'
import { unfilled } from '../../../domain/demands/offer-terms.ts'
import { yuan } from '../../../domain/money.ts'
import { countdown, date, dateTime, monthMinute, timeLeft } from '../../../domain/time.ts'
import type { Column } from '../../../ui/table/DataTable.tsx'
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
        aria-label={`查看订单：${row.demandTitle}`}
      >
        查看订单
      </LinkButton>
    )}
  </span>
)

const Title = ({ row }: { row: OfferRow }) => (
  <>
    <a href={links.sellerOffer(row.offerId)} className="line-clamp-2 font-medium hover:text-accent md:line-clamp-1">
      {row.demandTitle}
    </a>
    <span className="block text-sm text-ink-3">
      {row.offerNo}
      {row.version > 0 && ` · 第 ${row.version} 版`}
      {row.submittedAt && <span className="md:hidden"> · {monthMinute(row.submittedAt)}</span>}
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
    sortable: true,
    className: 'whitespace-nowrap',
    cell: (row) => <span className="font-medium">{total(row)}</span>,
  },
  { key: 'days', head: '周期', align: 'right', sortable: true, className: 'whitespace-nowrap', cell: days },
  { key: 'validUntil', head: '有效期至', sortable: true, className: 'whitespace-nowrap', cell: until },
  {
    key: 'submittedAt',
    head: '提交时间',
    sortable: true,
    className: 'whitespace-nowrap',
    cell: ({ submittedAt }) => (submittedAt === null ? '--' : monthMinute(submittedAt)),
  },
  {
    key: 'deadline',
    head: '需求与截止',
    sortable: true,
    className: 'whitespace-nowrap',
    cell: (row) => <Demand row={row} now={now} />,
  },
  { key: 'state', head: '报价状态', className: 'whitespace-nowrap', cell: (row) => <State row={row} /> },
  { key: 'do', head: '操作', isActions: true, align: 'right', cell: (row) => <Next row={row} now={now} /> },
]

/** Actions for the selected offers. */
const BulkActions = ({ rows }: { rows: readonly OfferRow[] }) => {
  const submitted = rows.filter(({ status }) => isOfferSubmitted(status))
  return (
    <>
      {submitted.length > 0 && (
        <Button size="sm" kind="danger" onClick={() => store.offersWithdrawal.open('withdraw', submitted)}>
          撤回报价（{submitted.length} 份）
        </Button>
      )}
      <SheetButton
        name="sellerOffers"
        label="导出所选"
        onDownload={() => store.sellerOffers.downloadSheet(new Set(rows.map(({ offerId }) => offerId)))}
      />
    </>
  )
}

const WithdrawalDialogs = () => {
  const now = useStore(store.offersWithdrawal.state)
  if (now === null) return null
  if (now.at === 'told')
    return <OutcomesDialog outcomes={now.outcomes} done="已撤回" onClose={store.offersWithdrawal.close} />
  return (
    <ReasonDialog
      open
      title={`撤回 ${now.rows.length} 份报价`}
      text="撤回后需求方不再看到这些报价；报价截止前可以重新报价。"
      label="撤回原因"
      confirm="撤回报价"
      busy={now.at === 'sending'}
      failure={now.at === 'asking' ? now.failure : null}
      onCancel={store.offersWithdrawal.close}
      onConfirm={(reason) =>
        void store.withdrawOffers(reason).then((done) => done !== null && toast.success(`${done} 份报价已撤回`))
      }
    />
  )
}

type Props = { search: string; now: string }

/** The company's own offers by status. */
export const SellerOffers = ({ search, now }: Props) => (
  <>
    <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
      <h2 className="text-lg font-semibold">报价列表</h2>
      <SheetButton name="sellerOffers" label="导出 Excel" onDownload={() => store.sellerOffers.downloadSheet()} />
    </div>
    <DailyList
      list={store.sellerOffers}
      search={search}
      what="报价"
      permission="my_supply"
      placeholder="需求标题、需求或报价编号"
      amount="总价"
      days="提交日期"
      tabs={{
        label: '报价状态',
        tabsOf: (page) => stateTabs(offerStatuses, (status) => offerLabels[status], page?.counts),
      }}
      caption="我的报价"
      columns={columnsAt(now)}
      rowName={({ demandTitle, offerNo }) => `${demandTitle}（${offerNo}）`}
      bulk={(rows) => <BulkActions rows={rows} />}
      empty={
        <EmptyState title="暂无报价" text="在需求大厅找到合适的需求，提交报价后会出现在这里。">
          <LinkButton kind="main" href={links.demandHall({ openOnly: 1 })}>
            需求大厅
          </LinkButton>
        </EmptyState>
      }
    />
    <WithdrawalDialogs />
    <Toaster />
  </>
)
