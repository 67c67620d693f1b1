import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { ManagedAward } from '../../../contract/live/awards.ts'
import { awardLabels, awardStatuses } from '../../../domain/live/award-states.ts'
import { dateTime } from '../../../domain/time.ts'
import { readListQuery } from '../../../stores/demands/list-query.ts'
import * as rounds from '../../../stores/live/round-form.ts'
import * as store from '../../../stores/live/shipping.ts'
import { Button } from '../../../ui/Button.tsx'
import { DataTable, type Column } from '../../../ui/DataTable.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { StateBadge } from '../../../ui/StateBadge.tsx'
import { Toaster } from '../../../ui/Toaster.tsx'
import { ListFrame, stateTabs } from '../../ListFrame.tsx'
import { RoundForm } from './RoundForm.tsx'
import { ShipDialog } from './ShipDialog.tsx'

const Receiver = ({ award: { address } }: { award: ManagedAward }) =>
  address === null ? (
    <span className="text-ink-3">等待中奖人填写</span>
  ) : (
    <span className="block py-2">
      {address.receiver} <span className="tabular-nums">{address.mobile}</span>
      <span className="block text-sm break-words text-ink-3">
        {address.districtName} {address.street}
      </span>
    </span>
  )

const Sent = ({ award: { carrier, trackingNo, shippedAt } }: { award: ManagedAward }) =>
  shippedAt === null ? (
    <>--</>
  ) : (
    <span className="block py-2">
      {carrier} <span className="tabular-nums">{trackingNo}</span>
      <span className="block text-sm text-ink-3 tabular-nums">{dateTime(shippedAt)}</span>
    </span>
  )

const Ship = ({ award }: { award: ManagedAward }) =>
  award.status === 'to_ship' ? (
    <Button
      size="sm"
      kind="outline"
      className="max-md:h-11"
      onClick={() => store.open(award)}
      aria-label={`发货 ${award.prizeName}，${award.realName}`}
    >
      发货
    </Button>
  ) : null

const columns: readonly Column<ManagedAward>[] = [
  {
    key: 'prize',
    head: '奖品',
    className: 'min-w-44',
    cell: ({ prizeName, roundTitle, entryNo }) => (
      <span className="block py-2">
        <span className="font-medium">{prizeName}</span>
        <span className="block text-sm text-ink-3">
          {roundTitle}，编号 {entryNo}
        </span>
      </span>
    ),
  },
  { key: 'winner', head: '中奖人', cell: ({ realName, loginName }) => realName || loginName },
  { key: 'receiver', head: '收货', className: 'min-w-52', cell: (award) => <Receiver award={award} /> },
  { key: 'status', head: '状态', cell: ({ status }) => <StateBadge {...awardLabels[status]} /> },
  { key: 'sent', head: '物流', cell: (award) => <Sent award={award} /> },
  { key: 'action', head: '操作', align: 'right', cell: (award) => <Ship award={award} /> },
]

const PhoneRow = ({ award }: { award: ManagedAward }) => (
  <>
    <p className="font-medium">{award.prizeName}</p>
    <p className="text-sm text-ink-3">
      {award.realName || award.loginName}，{award.roundTitle}，编号 {award.entryNo}
    </p>
    <Receiver award={award} />
    {award.shippedAt !== null && <Sent award={award} />}
    <div className="mt-2 flex items-center justify-between gap-3">
      <StateBadge {...awardLabels[award.status]} />
      <Ship award={award} />
    </div>
  </>
)

/** Awards for operators: what is to be sent; and the making of a new round. */
export const AwardShipping = ({ search, who }: { search: string; who: number }) => {
  const state = useStore(store.awards)
  const query = useStore(store.query) ?? readListQuery(search, awardStatuses)
  useEffect(() => store.start(), [])
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl font-semibold">抽奖与奖品</h1>
        <Button kind="main" onClick={() => rounds.open(who)}>
          新建一期抽奖
        </Button>
      </div>
      <ListFrame
        state={state}
        what="奖品"
        onRetry={() => void store.load()}
        search={{
          placeholder: '中奖人或奖品',
          keyword: query.keyword,
          onSearch: (keyword) => store.choose({ keyword }),
        }}
        tabs={{
          label: '奖品状态',
          tabs: stateTabs(
            awardStatuses,
            (status) => awardLabels[status],
            state.at === 'ready' ? state.content.counts : undefined,
          ),
          current: query.status ?? 'all',
          onChange: (key) => store.choose({ status: awardStatuses.find((status) => status === key) }),
        }}
        page={{ size: store.pageSize, current: query.current, onChange: (current) => store.choose({ current }) }}
        empty={
          <EmptyState drawing="done" title="没有符合条件的奖品" text="有人中奖后会出现在这里。">
            <Button onClick={() => store.choose({ status: undefined, keyword: '' })}>查看全部</Button>
          </EmptyState>
        }
      >
        {({ data }) => (
          <DataTable
            caption="奖品"
            columns={columns}
            rows={data}
            rowKey={({ awardId }) => awardId}
            phone={(award) => <PhoneRow award={award} />}
          />
        )}
      </ListFrame>
      <ShipDialog />
      <RoundForm />
      <Toaster />
    </>
  )
}
