import { useFieldArray, type Control, type FieldErrors, type UseFormRegister } from 'react-hook-form'
import { yuan } from '../../domain/money.ts'
import { emptyItem, type OfferSums, type OfferValues } from '../../stores/demands/offer-values.ts'
import { OfferRows, RowCell } from './OfferRows.tsx'
import { named, RowInput } from './RowInput.tsx'
import { Fault } from '../../ui/Fault.tsx'

type Props = {
  control: Control<OfferValues>
  register: UseFormRegister<OfferValues>
  errors: FieldErrors<OfferValues>['items']
  sums: OfferSums
}

const columns = [
  { head: '项目', must: true },
  { head: '单位', must: true, className: 'w-18' },
  { head: '数量', must: true, className: 'w-22 text-right' },
  { head: '单价（元）', must: true, className: 'w-32 text-right' },
  { head: '金额', className: 'w-36 text-right' },
]

/** What is offered, line by line, with the sum that grows below. */
export const OfferItems = ({ control, register, errors, sums }: Props) => {
  const { fields, append, remove } = useFieldArray({ control, name: 'items' })
  const cells = (index: number, key: string) => {
    const wrong = errors?.[index]
    const fault =
      wrong?.name?.message ??
      named('单位', wrong?.unit?.message) ??
      named('数量', wrong?.quantity?.message) ??
      named('单价', wrong?.unitPrice?.message)
    const id = `item-fault-${key}`
    return (
      <>
        <RowCell head="项目" must wide>
          <RowInput
            label={`项目 ${index + 1}`}
            wrong={wrong?.name !== undefined}
            fault={id}
            maxLength={60}
            {...register(`items.${index}.name`)}
          />
          <Fault id={id} message={fault} />
        </RowCell>
        <RowCell head="单位" must>
          <RowInput
            label={`单位 ${index + 1}`}
            wrong={wrong?.unit !== undefined}
            fault={id}
            maxLength={8}
            {...register(`items.${index}.unit`)}
          />
        </RowCell>
        <RowCell head="数量" must>
          <RowInput
            label={`数量 ${index + 1}`}
            right
            inputMode="numeric"
            wrong={wrong?.quantity !== undefined}
            fault={id}
            maxLength={7}
            {...register(`items.${index}.quantity`)}
          />
        </RowCell>
        <RowCell head="单价（元）" must>
          <RowInput
            label={`单价 ${index + 1}`}
            right
            inputMode="decimal"
            wrong={wrong?.unitPrice !== undefined}
            fault={id}
            maxLength={16}
            {...register(`items.${index}.unitPrice`)}
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
        columns={columns}
        one="项目"
        rows={fields}
        most={50}
        onAdd={() => append({ ...emptyItem })}
        onRemove={remove}
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
      <Fault message={errors?.message} />
    </>
  )
}
