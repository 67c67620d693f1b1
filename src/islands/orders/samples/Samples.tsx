import { useStore } from '@nanostores/react'
import { ScanLine } from 'lucide-react'
import { useEffect } from 'react'
import { links } from '../../../domain/links.ts'
import { sampleStatuses, sampleStatusLabel, type SampleStatus } from '../../../domain/orders/samples/sample-states.ts'
import type { Side } from '../../../domain/sides.ts'
import * as store from '../../../stores/orders/samples/samples.ts'
import { Button, LinkButton } from '../../../ui/button/Button.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Checkbox } from '../../../ui/form/Checkbox.tsx'
import { Select } from '../../../ui/form/Select.tsx'
import { Toaster } from '../../../ui/overlay/Toaster.tsx'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import type { SampleRow } from '../../../contract/orders/samples.ts'
import { ListFrame } from '../../list/ListFrame.tsx'
import { sampleColumns, SamplePhoneRow } from './sample-parts.tsx'

const statusOptions: readonly { readonly value: SampleStatus | 'all'; readonly label: string }[] = [
  { value: 'all', label: '全部状态' },
  ...sampleStatuses.map((status) => ({ value: status, label: sampleStatusLabel(status).label })),
]

const OrderOf = ({ row, side }: { row: SampleRow; side: Side }) => (
  <>
    <a
      className="whitespace-nowrap hover:text-accent hover:underline"
      href={`${side === 'buyer' ? links.buyerOrder(row.orderId) : links.sellerOrder(row.orderId)}#samples`}
    >
      {row.orderNo}
    </a>
    <span className="block text-sm text-ink-3">
      {row.partner}
      {row.milestone !== null && `，${row.milestone}`}
    </span>
  </>
)

/** Samples of all orders of a company on one side. */
export const Samples = ({ side }: { side: Side }) => {
  const state = useStore(store.samplePage)
  const query = useStore(store.sampleQuery)
  useEffect(() => store.startSamples(side), [side])
  const isFiltered = query !== null && (query.keyword !== '' || query.status !== undefined || query.stopped)
  return (
    <>
      <div className="mb-4 flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h1 className="text-2xl font-semibold">样品</h1>
          <p className="mt-1 text-ink-3">
            在订单页登记样品；交接、运输温度与处置都有记录。
            <a href={links.helpArticle(3325)} className="text-accent underline">
              如何交接样品
            </a>
          </p>
        </div>
        <div className="flex flex-wrap gap-3">
          <LinkButton
            className="max-md:h-11"
            href={side === 'buyer' ? links.buyerSamples({ view: 'sensors' }) : links.sellerSamples({ view: 'sensors' })}
          >
            温度传感器
          </LinkButton>
          <LinkButton kind="main" className="max-md:h-11" href={links.scanSample()}>
            <ScanLine className="size-4" />
            扫描样品
          </LinkButton>
        </div>
      </div>
      <ListFrame
        state={state}
        what="样品"
        permission={side === 'buyer' ? 'my_orders' : 'order_manage'}
        onRetry={() => void store.loadSamples()}
        search={{
          placeholder: '样品名称、编号或订单编号',
          keyword: query?.keyword ?? '',
          onSearch: (keyword) => store.setSampleQuery({ keyword }),
        }}
        filters={
          <>
            <Select
              bare
              label="样品状态"
              className="w-full md:w-40"
              options={statusOptions}
              value={query?.status ?? 'all'}
              onChange={(chosen) =>
                store.setSampleQuery({ status: sampleStatuses.find((status) => status === chosen) })
              }
            />
            <Checkbox
              className="max-md:min-h-11 md:ml-2"
              checked={query?.stopped ?? false}
              onChange={(event) => store.setSampleQuery({ stopped: event.target.checked })}
            >
              只看隔离中与待销毁
            </Checkbox>
          </>
        }
        page={{
          size: store.samplePageSize,
          current: query?.current ?? 1,
          onChange: (current) => store.setSampleQuery({ current }),
        }}
        empty={
          isFiltered ? (
            <EmptyState title="没有符合条件的样品" text="请调整状态、条件或关键词。">
              <Button onClick={() => store.setSampleQuery({ keyword: '', status: undefined, stopped: false })}>
                清空条件
              </Button>
            </EmptyState>
          ) : (
            <EmptyState title="暂无样品" text="打开进行中的订单，在“样品”中登记，打印标签后即可装箱交接。">
              <LinkButton href={side === 'buyer' ? links.buyerOrders() : links.sellerOrders()}>订单列表</LinkButton>
            </EmptyState>
          )
        }
      >
        {({ data }) => (
          <DataTable
            caption="样品"
            rows={data}
            rowKey={({ sampleId }) => sampleId}
            columns={[
              ...sampleColumns(side).slice(0, 1),
              { key: 'order', head: '订单', cell: (row) => <OrderOf row={row} side={side} /> },
              ...sampleColumns(side).slice(2),
            ]}
            phone={(row) => (
              <>
                <SamplePhoneRow row={row} side={side} />
                <p className="mt-1">
                  <OrderOf row={row} side={side} />
                </p>
              </>
            )}
          />
        )}
      </ListFrame>
      <Toaster />
    </>
  )
}
