import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { SupplierMarkRow } from '../../contract/shops/supplier-marks.ts'
import { links } from '../../domain/links.ts'
import { isBlocked, maxMarkReason, supplierMarkKinds, supplierMarkLabels } from '../../domain/shops/supplier-marks.ts'
import { date, dateTime } from '../../domain/time.ts'
import * as store from '../../stores/shops/supplier-marks.ts'
import { Button, LinkButton } from '../../ui/button/Button.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Confirm } from '../../ui/overlay/Confirm.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { Toaster } from '../../ui/overlay/Toaster.tsx'
import { DataTable, type Column } from '../../ui/table/DataTable.tsx'
import { StateBadge } from '../../ui/text/StateBadge.tsx'
import { ReasonDialog } from '../form/ReasonDialog.tsx'
import { ListFrame } from '../list/ListFrame.tsx'

const Supplier = ({ row: { shopId, orgId, shopName, companyName, by, at } }: { row: SupplierMarkRow }) => (
  <>
    {shopId === null ? (
      <span className="font-medium">{companyName}</span>
    ) : (
      <a href={links.shopHome({ id: shopId, orgId })} className="font-medium hover:text-accent hover:underline">
        {shopName}
      </a>
    )}
    <span className="block text-sm text-ink-3">{companyName}</span>
    <span className="block text-sm text-ink-3">
      <time dateTime={at} title={dateTime(at)}>
        {date(at)}
      </time>{' '}
      由{by}列入
    </span>
  </>
)

const Actions = ({ row: { orgId, companyName, mark } }: { row: SupplierMarkRow }) => {
  const other = isBlocked(mark) ? 'preferred' : 'blocked'
  const label = isBlocked(other) ? '改为停用' : '改为优选'
  return (
    <span className="flex justify-end gap-2">
      <Button
        size="sm"
        className="max-md:h-11"
        aria-label={`${label}：${companyName}`}
        onClick={() => store.marking.open({ orgId, name: companyName, mark: other })}
      >
        {label}
      </Button>
      <Button
        size="sm"
        className="max-md:h-11"
        aria-label={`移出：${companyName}`}
        onClick={() => store.removal.open({ orgId, name: companyName })}
      >
        移出
      </Button>
    </span>
  )
}

const columns: readonly Column<SupplierMarkRow>[] = [
  { key: 'supplier', head: '供应商', className: 'min-w-60', cell: (row) => <Supplier row={row} /> },
  {
    key: 'mark',
    head: '列为',
    className: 'whitespace-nowrap',
    cell: ({ mark }) => <StateBadge {...supplierMarkLabels[mark]} />,
  },
  {
    key: 'reason',
    head: '原因',
    className: 'min-w-40',
    cell: ({ reason }) => <span className="wrap-anywhere">{reason}</span>,
  },
  { key: 'do', head: '操作', isActions: true, align: 'right', cell: (row) => <Actions row={row} /> },
]

const PhoneRow = ({ row }: { row: SupplierMarkRow }) => (
  <>
    <div className="flex items-start justify-between gap-3">
      <span className="min-w-0">
        <Supplier row={row} />
      </span>
      <StateBadge {...supplierMarkLabels[row.mark]} />
    </div>
    <p className="mt-2 wrap-anywhere text-ink-2">{row.reason}</p>
    <div className="mt-2">
      <Actions row={row} />
    </div>
  </>
)

const MarkDialog = () => {
  const now = useStore(store.marking.state)
  if (now === null) return null
  const { name, mark } = now.subject
  const blocks = isBlocked(mark)
  return (
    <ReasonDialog
      open
      calm={!blocks}
      title={blocks ? `停用供应商 ${name}` : `列为优选供应商 ${name}`}
      text={
        blocks
          ? '停用后不能向其下单、签约、选定其报价或发出邀请；已有订单不受影响。供应商看不到停用与原因。'
          : '优选供应商在比较报价、店铺列表与邀请时有标记，在签约时排在前面。供应商看不到。'
      }
      label="原因"
      confirm={blocks ? '停用' : '列为优选'}
      maxLength={maxMarkReason}
      busy={now.sending}
      failure={now.failure}
      onCancel={store.marking.close}
      onConfirm={(reason) => void store.marking.submit(reason).then((done) => done && toast.success('已列入'))}
    />
  )
}

const RemovalDialog = () => {
  const now = useStore(store.removal.state)
  if (now === null) return null
  return (
    <Confirm
      open
      title={`移出 ${now.subject.name}？`}
      text={now.failure?.message ?? '移出后不再有标记，也不再停用。'}
      confirm="移出"
      busy={now.sending}
      onCancel={store.removal.close}
      onConfirm={() => void store.removal.submit().then((done) => done && toast.success('已移出'))}
    />
  )
}

const allTab = { key: 'all', label: '全部' }

/** Preferred and blocked suppliers of the company. `supplier`: from a shop page, to be marked. */
export const SupplierMarks = ({ supplier }: { supplier: { orgId: number; name: string } | null }) => {
  const state = useStore(store.markPage)
  const query = useStore(store.markQuery)
  useEffect(() => store.startMarks(), [])
  return (
    <>
      <div className="mb-4">
        <h1 className="text-2xl font-semibold">优选与停用供应商</h1>
        <p className="mt-1 text-ink-3">只有贵企业的成员能看到。在店铺页面可以列入供应商。</p>
      </div>
      {supplier !== null && (
        <section className="mb-4 rounded-lg border border-line bg-surface p-4 md:p-6" aria-label="列入供应商">
          <p className="font-medium wrap-anywhere">{supplier.name}</p>
          <div className="mt-3 flex flex-wrap gap-2">
            <Button
              kind="main"
              className="max-md:h-11"
              onClick={() => store.marking.open({ ...supplier, mark: 'preferred' })}
            >
              列为优选
            </Button>
            <Button className="max-md:h-11" onClick={() => store.marking.open({ ...supplier, mark: 'blocked' })}>
              停用
            </Button>
            <LinkButton className="max-md:h-11" href={links.buyerAgreements({ partner: supplier.orgId })}>
              签署协议
            </LinkButton>
          </div>
        </section>
      )}
      <ListFrame
        state={state}
        what="供应商"
        permission="my_orders"
        onRetry={() => void store.loadMarks()}
        tabs={{
          label: '列为',
          tabs: [allTab, ...supplierMarkKinds.map((mark) => ({ key: mark, label: supplierMarkLabels[mark].label }))],
          current: query?.mark ?? 'all',
          onChange: (key) => store.setMarkQuery({ mark: supplierMarkKinds.find((mark) => mark === key) }),
        }}
        page={{
          size: store.markPageSize,
          current: query?.current ?? 1,
          onChange: (current) => store.setMarkQuery({ current }),
        }}
        empty={
          <EmptyState title="暂无供应商" text="打开供应商的店铺，选择“优选或停用”，写明原因即可列入。">
            <LinkButton href={links.shopList()}>查看供应商</LinkButton>
          </EmptyState>
        }
      >
        {({ data }) => (
          <DataTable
            caption="优选与停用供应商"
            rows={data}
            rowKey={({ orgId }) => orgId}
            columns={columns}
            phone={(row) => <PhoneRow row={row} />}
          />
        )}
      </ListFrame>
      <MarkDialog />
      <RemovalDialog />
      <Toaster />
    </>
  )
}
