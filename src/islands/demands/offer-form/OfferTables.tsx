import { maxDeliverablesLength } from '../../../domain/demands/offer-terms.ts'
import { yuan } from '../../../domain/money.ts'
import { finalPaymentDays } from '../../../domain/orders/deadlines.ts'
import { typedOffer } from '../../../stores/demands/offer-form/offer-form.ts'
import {
  emptyMilestone,
  type MilestoneValues,
  type OfferSums,
  emptyItem,
  type ItemValues,
} from '../../../stores/demands/offer-form/offer-values.ts'
import { withoutRow, withRow } from '../../../stores/row-updates.ts'
import { OfferRows, RowCell } from './OfferRows.tsx'
import { cellError, RowInput, RowTextarea } from '../RowInput.tsx'
import { Fault } from '../../../ui/form/Fault.tsx'
import { useFocusAddedRow } from '../../use-focus-added-row.ts'
import type { OfferPart } from './use-offer-form.ts'

/** Difference to 100 %, in percent and money. */
function percentDifference({ percent, total }: OfferSums): string | null {
  if (percent === 100) return null
  const apart = Math.abs(100 - percent)
  const money = `¥${yuan(Math.floor((total * apart) / 100))}`
  return percent < 100
    ? `比例合计 ${percent}%，还差 ${apart}%（${money}）。调整后才能提交。`
    : `比例合计 ${percent}%，多出 ${apart}%（${money}）。调整后才能提交。`
}

const milestoneColumns = [
  { head: '付款节点', must: true },
  { head: '开工后天数', must: true, className: 'w-36 text-right' },
  { head: '比例', must: true, className: 'w-28 text-right' },
  { head: '金额', className: 'w-36 text-right' },
]

/** Payment milestones: whole percents that add up to 100. */
export const OfferMilestones = ({ form, values: { milestones }, sums }: OfferPart) => {
  const { list, added } = useFocusAddedRow<HTMLTableSectionElement>()
  const fault = (at: number, name: keyof MilestoneValues) => form.exactError(`milestones.${at}.${name}`)
  const cell = (at: number, name: keyof MilestoneValues) => ({
    value: milestones[at]?.[name] ?? '',
    wrong: fault(at, name) !== undefined,
    onChange: ({ target }: { target: { value: string } }) =>
      typedOffer.set('milestones', withRow(milestones, at, { [name]: target.value }), `milestones.${at}.${name}`),
  })
  const apart = percentDifference(sums)
  const cells = (index: number) => {
    const id = `milestone-fault-${index}`
    const off = apart !== null && form.exactError('milestones') !== undefined && index === milestones.length - 1
    return (
      <>
        <RowCell head="付款节点" must wide>
          <RowInput label={`付款节点 ${index + 1}`} fault={id} maxLength={30} {...cell(index, 'name')} />
          <div className="mt-2">
            <RowTextarea
              label={`交付内容 ${index + 1}`}
              placeholder="交付内容，选填；填写后单独交付与验收"
              fault={id}
              maxLength={maxDeliverablesLength}
              {...cell(index, 'deliverables')}
            />
          </div>
          <Fault
            id={id}
            message={
              fault(index, 'name') ??
              cellError('天数', fault(index, 'dueDays')) ??
              cellError('比例', fault(index, 'percent')) ??
              cellError('交付内容', fault(index, 'deliverables'))
            }
          />
        </RowCell>
        <RowCell head="开工后天数" must>
          <RowInput
            label={`开工后天数 ${index + 1}`}
            right
            unit="天"
            inputMode="numeric"
            fault={id}
            maxLength={4}
            {...cell(index, 'dueDays')}
          />
        </RowCell>
        <RowCell head="比例" must>
          <RowInput
            label={`比例 ${index + 1}`}
            right
            unit="%"
            inputMode="numeric"
            fault={off ? 'percent-fault' : id}
            maxLength={3}
            {...cell(index, 'percent')}
            wrong={fault(index, 'percent') !== undefined || off}
          />
        </RowCell>
        <RowCell head="金额" sum wide>
          ¥{yuan(sums.parts[index] ?? 0)}
        </RowCell>
      </>
    )
  }
  return (
    <>
      <p className="mb-3 text-sm text-ink-3">
        没有交付内容的节点（如预付款）按天数到期；写明交付内容的节点是里程碑，按天数计划交付，买家验收后{' '}
        {finalPaymentDays} 天内付款。
      </p>
      <OfferRows
        label="付款节点"
        caption="付款节点与里程碑"
        width="md:max-desk:min-w-[600px]"
        columns={milestoneColumns}
        one="节点"
        rows={milestones.length}
        list={list}
        most={12}
        onAdd={() => {
          typedOffer.set('milestones', [...milestones, emptyMilestone])
          added()
        }}
        onRemove={(at) => typedOffer.set('milestones', withoutRow(milestones, at))}
        cells={cells}
        addSpan={2}
        sums={
          <>
            <td className={`px-2 text-right font-medium ${apart === null ? 'text-ink-2' : 'text-bad'}`}>
              {sums.percent}%
            </td>
            <td className="px-2 text-right font-semibold">¥{yuan(sums.parts.reduce((sum, part) => sum + part, 0))}</td>
          </>
        }
      />
      <div aria-live="polite">
        <Fault id="percent-fault" message={apart ?? undefined} />
      </div>
    </>
  )
}

const itemColumns = [
  { head: '项目', must: true },
  { head: '单位', must: true, className: 'w-18' },
  { head: '数量', must: true, className: 'w-22 text-right' },
  { head: '单价（元）', must: true, className: 'w-32 text-right' },
  { head: '金额', className: 'w-36 text-right' },
]

/** Items of the offer with their total. */
export const OfferItems = ({ form, values: { items }, sums }: OfferPart) => {
  const { list, added } = useFocusAddedRow<HTMLTableSectionElement>()
  const fault = (at: number, name: keyof ItemValues) => form.exactError(`items.${at}.${name}`)
  const cell = (at: number, name: keyof ItemValues) => ({
    value: items[at]?.[name] ?? '',
    wrong: fault(at, name) !== undefined,
    onChange: ({ target }: { target: { value: string } }) =>
      typedOffer.set('items', withRow(items, at, { [name]: target.value }), `items.${at}.${name}`),
  })
  const cells = (index: number) => {
    const message =
      fault(index, 'name') ??
      cellError('单位', fault(index, 'unit')) ??
      cellError('数量', fault(index, 'quantity')) ??
      cellError('单价', fault(index, 'unitPrice'))
    const id = `item-fault-${index}`
    return (
      <>
        <RowCell head="项目" must wide>
          <RowInput label={`项目 ${index + 1}`} fault={id} maxLength={60} {...cell(index, 'name')} />
          <Fault id={id} message={message} />
        </RowCell>
        <RowCell head="单位" must>
          <RowInput label={`单位 ${index + 1}`} fault={id} maxLength={8} {...cell(index, 'unit')} />
        </RowCell>
        <RowCell head="数量" must>
          <RowInput
            label={`数量 ${index + 1}`}
            right
            inputMode="numeric"
            fault={id}
            maxLength={7}
            {...cell(index, 'quantity')}
          />
        </RowCell>
        <RowCell head="单价（元）" must>
          <RowInput
            label={`单价 ${index + 1}`}
            right
            inputMode="decimal"
            fault={id}
            maxLength={16}
            {...cell(index, 'unitPrice')}
          />
        </RowCell>
        <RowCell head="金额" sum>
          ¥{yuan(sums.amounts[index] ?? 0)}
        </RowCell>
      </>
    )
  }
  return (
    <>
      <OfferRows
        label="报价明细"
        caption="报价明细"
        width="md:max-desk:min-w-[680px]"
        columns={itemColumns}
        one="项目"
        rows={items.length}
        list={list}
        most={50}
        onAdd={() => {
          typedOffer.set('items', [...items, emptyItem])
          added()
        }}
        onRemove={(at) => typedOffer.set('items', withoutRow(items, at))}
        cells={cells}
        addSpan={3}
        sums={
          <>
            <td className="px-2 text-right text-ink-2">总价</td>
            <td className="px-2 text-right font-semibold" aria-live="polite">
              ¥{yuan(sums.total)}
            </td>
          </>
        }
      />
      <Fault message={form.exactError('items')} />
    </>
  )
}
