import { Plus, Trash2 } from 'lucide-react'
import { useFieldArray, type Control, type FieldErrors, type UseFormRegister } from 'react-hook-form'
import { yuan } from '../../domain/money.ts'
import { emptyMilestone, type OfferSums, type OfferValues } from '../../stores/demands/offer-values.ts'
import { Button } from '../../ui/Button.tsx'
import { errorClass } from '../../ui/control-class.ts'
import { RowFault, RowInput } from './RowInput.tsx'

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

/** The line stands in the first cell, so it says which one is meant. */
const named = (what: string, message: string | undefined) => message && `${what}：${message}`

/** Payments by milestones: whole percents that must add up to 100. */
export const OfferMilestones = ({ control, register, errors, sums, values }: Props) => {
  const { fields, append, remove } = useFieldArray({ control, name: 'milestones' })
  const apart = distance(sums)
  const head = 'px-2 font-normal'
  return (
    <>
      <div
        className="relative overflow-x-auto rounded-lg border border-line"
        tabIndex={0}
        role="region"
        aria-label="付款节点"
      >
        <table className="w-full table-fixed text-left max-desk:min-w-[600px]">
          <caption className="sr-only">付款节点与里程碑</caption>
          <thead className="bg-surface-2 text-sm text-ink-2">
            <tr>
              <th scope="col" className="h-10 w-9 pl-4 font-normal">
                <span className="sr-only">序号</span>
              </th>
              <th scope="col" className={head}>
                付款节点<span className="text-bad">*</span>
              </th>
              <th scope="col" className={`${head} w-36 text-right`}>
                开工后天数<span className="text-bad">*</span>
              </th>
              <th scope="col" className={`${head} w-28 text-right`}>
                比例<span className="text-bad">*</span>
              </th>
              <th scope="col" className={`${head} w-36 text-right`}>
                金额
              </th>
              <th scope="col" className="w-11 pr-2">
                <span className="sr-only">操作</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {fields.map((field, index) => {
              const wrong = errors?.[index]
              const id = `milestone-fault-${field.id}`
              const off = apart !== null && errors?.message !== undefined && index === values.milestones.length - 1
              return (
                <tr key={field.id} className="border-t border-line align-top">
                  <td className="py-3.5 pl-4 text-ink-3">{index + 1}</td>
                  <td className="px-2 py-2">
                    <RowInput
                      label={`付款节点 ${index + 1}`}
                      wrong={wrong?.name !== undefined}
                      fault={id}
                      maxLength={30}
                      {...register(`milestones.${index}.name`)}
                    />
                    <RowFault
                      id={id}
                      message={
                        wrong?.name?.message ??
                        named('天数', wrong?.dueDays?.message) ??
                        named('比例', wrong?.percent?.message)
                      }
                    />
                  </td>
                  <td className="px-2 py-2">
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
                  </td>
                  <td className="px-2 py-2">
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
                  </td>
                  <td className="px-2 py-3.5 text-right font-medium">¥{yuan(sums.parts[index] ?? 0)}</td>
                  <td className="py-2 pr-2 text-center">
                    <Button
                      square
                      kind="plain"
                      className="border-0! text-ink-3 hover:text-bad"
                      aria-label={`删除节点 ${index + 1}`}
                      disabled={fields.length < 2}
                      onClick={() => remove(index)}
                    >
                      <Trash2 className="size-4" />
                    </Button>
                  </td>
                </tr>
              )
            })}
          </tbody>
          <tfoot>
            <tr className="border-t border-line bg-surface-2">
              <td />
              <td className="px-2 py-2" colSpan={2}>
                <Button kind="link" disabled={fields.length >= 12} onClick={() => append({ ...emptyMilestone })}>
                  <Plus className="size-4" />
                  添加节点
                </Button>
              </td>
              <td className={`px-2 text-right font-medium ${apart === null ? 'text-ink-2' : 'text-bad'}`}>
                {sums.percent}%
              </td>
              <td className="px-2 text-right font-semibold">
                ¥{yuan(sums.parts.reduce((sum, part) => sum + part, 0))}
              </td>
              <td />
            </tr>
          </tfoot>
        </table>
      </div>
      <div aria-live="polite">
        {apart !== null && (
          <p id="percent-fault" className={errorClass}>
            {apart}
          </p>
        )}
      </div>
    </>
  )
}
