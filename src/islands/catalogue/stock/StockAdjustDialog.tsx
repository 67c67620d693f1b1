import { useStore } from '@nanostores/react'
import type { StockPreviewRow } from '../../../contract/catalogue/seller-products.ts'
import { changedSpecs, stockAdjustment as form } from '../../../stores/catalogue/stock-adjustment.ts'
import { Input } from '../../../ui/form/Input.tsx'
import { Radio } from '../../../ui/form/Radio.tsx'
import { Textarea } from '../../../ui/form/Textarea.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import type { Column } from '../../../ui/table/DataTable.tsx'
import { ChangeDialog, ChangePreview } from '../../list/ChangePreview.tsx'

const directions = [
  { value: 'up', label: '上调' },
  { value: 'down', label: '下调' },
] as const

const columns: readonly Column<StockPreviewRow>[] = [
  {
    key: 'spec',
    head: '商品与规格',
    className: 'min-w-48',
    cell: ({ code, title, specName, refused }) => (
      <>
        <span className="line-clamp-2">{title || code}</span>
        <span className="block text-sm text-ink-3">
          {[specName, title === '' ? '' : code].filter(Boolean).join(' · ')}
        </span>
        {refused !== '' && <span className="block text-sm text-bad">不调整：{refused}</span>}
      </>
    ),
  },
  {
    key: 'was',
    head: '现有库存',
    align: 'right',
    cell: ({ was }) => (was === null ? '--' : was.toLocaleString('zh-CN')),
  },
  {
    key: 'stock',
    head: '调整后',
    align: 'right',
    cell: ({ stock, refused }) => (refused === '' ? stock.toLocaleString('zh-CN') : '--'),
  },
]

/** Adjusts the stock of several specifications after a preview: by a pasted table, or the selected ones by percent. */
export const StockAdjustDialog = () => {
  const now = useStore(form.state)
  if (now.at === 'closed') return null
  const { typed, preview, fault } = now
  const submit = () =>
    void form.submit().then((result) => result !== null && toast.success(`${result.done} 个规格的库存已调整`))
  return (
    <ChangeDialog
      form={form}
      now={now}
      title={typed.by === 'table' ? '粘贴表格调整库存' : `按百分比调整 ${now.ids.length} 个规格的库存`}
      text="先预览每个规格调整前后的库存，再一次提交；预览之后有任何一个规格的库存变化，则全部不调整。"
      named={changedSpecs}
      onSubmit={submit}
    >
      {typed.by === 'table' ? (
        <Textarea
          label="编码与库存"
          required
          rows={6}
          hint="从 Excel 复制两列粘贴：商家编码（只有一个规格的商品也可用商品编号或货号），库存"
          placeholder={'ABC-001\t20\nABC-002\t0'}
          value={typed.pasted}
          error={fault ?? undefined}
          onChange={(event) => form.type({ pasted: event.target.value })}
        />
      ) : (
        <div className="grid gap-4 md:grid-cols-2">
          <Radio
            label="方向"
            options={directions}
            value={typed.direction}
            onChange={(direction) => form.type({ direction })}
          />
          <Input
            label="幅度"
            required
            unit="%"
            inputMode="numeric"
            autoComplete="off"
            maxLength={6}
            value={typed.percent}
            error={fault ?? undefined}
            onChange={(event) => form.type({ percent: event.target.value })}
          />
        </div>
      )}
      {preview !== null && (
        <ChangePreview
          caption="库存调整预览"
          rows={preview.rows.map((row, at) => ({ ...row, at }))}
          columns={columns}
          rowKey={({ at }) => at}
        />
      )}
    </ChangeDialog>
  )
}
