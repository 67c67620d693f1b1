import { useStore } from '@nanostores/react'
import type { PricePreviewRow } from '../../../contract/catalogue/price-changes.ts'
import type { ListingKind } from '../../../domain/catalogue/listing.ts'
import { yuan } from '../../../domain/money.ts'
import { listingKindInfo } from '../../../stores/catalogue/listing-calls.ts'
import { refusedListings, type PriceChangeForm } from '../../../stores/catalogue/price-change.ts'
import { ChangeDialog, ChangePreview } from '../../list/ChangePreview.tsx'
import { Input } from '../../../ui/form/Input.tsx'
import { Radio } from '../../../ui/form/Radio.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import type { Column } from '../../../ui/table/DataTable.tsx'

const directions = [
  { value: 'up', label: '上调' },
  { value: 'down', label: '下调' },
] as const
const modes = [
  { value: 'percent', label: '按百分比' },
  { value: 'amount', label: '按金额' },
] as const
const roundings = [
  { value: 'fen', label: '不取整' },
  { value: 'yuan', label: '取整到 1 元' },
  { value: 'ten', label: '取整到 10 元' },
] as const

const priceText = (low: number | null, high: number | null) =>
  low === null ? '--' : high === null ? `¥${yuan(low)}` : `¥${yuan(low)} ~ ¥${yuan(high)}`

const columns: readonly Column<PricePreviewRow>[] = [
  {
    key: 'title',
    head: '名称',
    className: 'min-w-48',
    cell: ({ title, listingNo, refused }) => (
      <>
        <span className="line-clamp-2">{title || '未填写标题'}</span>
        <span className="block text-sm text-ink-3">{listingNo}</span>
        {refused !== '' && <span className="block text-sm text-bad">不调整：{refused}</span>}
      </>
    ),
  },
  {
    key: 'before',
    head: '现价',
    align: 'right',
    cell: ({ prices }) =>
      prices.map((step, at) => <Line key={at} name={step.name} low={step.before} high={step.beforeHigh} />),
  },
  {
    key: 'after',
    head: '调整后',
    align: 'right',
    cell: ({ prices, refused }) =>
      prices.map((step, at) => (
        <Line
          key={at}
          name=""
          low={refused === '' ? step.after : null}
          high={refused === '' ? step.afterHigh : null}
          isNew
        />
      )),
  },
]

const Line = ({
  name,
  low,
  high,
  isNew = false,
}: {
  name: string
  low: number | null
  high: number | null
  isNew?: boolean
}) => (
  <span className={`block whitespace-nowrap ${isNew ? 'font-medium' : ''}`}>
    {name !== '' && <span className="mr-2 text-sm text-ink-3">{name}</span>}
    {priceText(low, high)}
  </span>
)

/** Changes the prices of the selected listings after a preview of every row. */
export const PriceChangeDialog = ({ kind, form }: { kind: ListingKind; form: PriceChangeForm }) => {
  const now = useStore(form.state)
  if (now.at === 'closed') return null
  const { typed, preview, fault } = now
  const { name } = listingKindInfo[kind]
  const submit = () =>
    void form.submit().then((result) => {
      if (result === null) return
      const waiting = result.inReview > 0 ? `，其中 ${result.inReview} 项审核通过后生效` : ''
      toast.success(`${result.done} 项${name}已调价${waiting}`)
    })
  return (
    <ChangeDialog
      form={form}
      now={now}
      title={`调整 ${now.ids.length} 项${name}的价格`}
      text="先预览每一项调整前后的价格，再一次提交；预览之后有任何一项被修改，则全部不调整。"
      named={refusedListings}
      onSubmit={submit}
    >
      <form
        className="grid gap-4 md:grid-cols-2"
        onSubmit={(event) => {
          event.preventDefault()
          void form.showPreview()
        }}
      >
        <Radio
          label="方向"
          options={directions}
          value={typed.direction}
          onChange={(direction) => form.type({ direction })}
        />
        <Radio label="方式" options={modes} value={typed.mode} onChange={(mode) => form.type({ mode })} />
        <Input
          label="幅度"
          required
          unit={typed.mode === 'percent' ? '%' : '元'}
          inputMode="decimal"
          autoComplete="off"
          maxLength={16}
          value={typed.value}
          error={fault ?? undefined}
          onChange={(event) => form.type({ value: event.target.value })}
        />
        <Radio
          label="取整（四舍五入）"
          options={roundings}
          value={typed.rounding}
          onChange={(rounding) => form.type({ rounding })}
        />
      </form>
      {preview !== null && (
        <ChangePreview caption="调价预览" rows={preview.rows} columns={columns} rowKey={({ listingId }) => listingId} />
      )}
    </ChangeDialog>
  )
}
