import { useFieldArray, type Control, type FieldErrors, type UseFormRegister } from 'react-hook-form'
import { yuan } from '../../domain/money.ts'
import { emptyMilestone, type OfferSums, type OfferValues } from '../../stores/demands/offer-values.ts'
import { OfferRows, RowCell } from './OfferRows.tsx'
import { named, RowInput } from './RowInput.tsx'
import { Fault } from '../../ui/Fault.tsx'

type Props = {
  control: Control<OfferValues>
  register: UseFormRegister<OfferValues>
  errors: FieldErrors<OfferValues>['milestones']
  sums: OfferSums
  values: OfferValues
}

/** What is missing or too much, in percent and money. */
function distance({ percent, total }: OfferSums): string | null {
  if (percent === 100) return null
  const apart = Math.abs(100 - percent)
  const money = `¥${yuan(Math.floor((total * apart) / 100))}`
  return percent < 100
    ? `比例合计 ${percent}%，还差 ${apart}%（${money}）。调整后才能提交。`
    : `比例合计 ${percent}%，多出 ${apart}%（${money}）。调整后才能提交。`
}

const columns = [
  { head: '付款节点', must: true },
  { head: '开工后天数', must: true, className: 'w-36 text-right' },
  { head: '比例', must: true, className: 'w-28 text-right' },
  { head: '金额', className: 'w-36 text-right' },
]

/** Payments by milestones: whole percents that must add up to 100. */
export const OfferMilestones = ({ control, register, errors, sums, values }: Props) => {
  const { fields, append, remove } = useFieldArray({ control, name: 'milestones' })
  const apart = distance(sums)
  const cells = (index: number, key: string) => {
    const wrong = errors?.[index]
    const id = `milestone-fault-${key}`
    const off = apart !== null && errors?.message !== undefined && index === values.milestones.length - 1
    return (
      <>
        <RowCell head="付款节点" must wide>
          <RowInput
            label={`付款节点 ${index + 1}`}
            wrong={wrong?.name !== undefined}
            fault={id}
            maxLength={30}
            {...register(`milestones.${index}.name`)}
          />
          <Fault
            id={id}
            message={
              wrong?.name?.message ?? named('天数', wrong?.dueDays?.message) ?? named('比例', wrong?.percent?.message)
            }
          />
        </RowCell>
        <RowCell head="开工后天数" must>
          <RowInput
            label={`开工后天数 ${index + 1}`}
            right
            unit="天"
            inputMode="numeric"
            wrong={wrong?.dueDays !== undefined}
            fault={id}
            maxLength={4}
            {...register(`milestones.${index}.dueDays`)}
          />
        </RowCell>
        <RowCell head="比例" must>
          <RowInput
            label={`比例 ${index + 1}`}
            right
            unit="%"
            inputMode="numeric"
            wrong={wrong?.percent !== undefined || off}
            fault={off ? 'percent-fault' : id}
            maxLength={3}
            {...register(`milestones.${index}.percent`)}
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
      <OfferRows
        label="付款节点"
        caption="付款节点与里程碑"
        width="md:max-desk:min-w-[600px]"
        columns={columns}
        one="节点"
        rows={fields}
        most={12}
        onAdd={() => append({ ...emptyMilestone })}
        onRemove={remove}
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
