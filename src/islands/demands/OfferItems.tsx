import { Plus, Trash2 } from 'lucide-react'
import { useFieldArray, type Control, type FieldErrors, type UseFormRegister } from 'react-hook-form'
import { yuan } from '../../domain/money.ts'
import { emptyItem, type OfferSums, type OfferValues } from '../../stores/demands/offer-values.ts'
import { Button } from '../../ui/Button.tsx'
import { RowFault, RowInput } from './RowInput.tsx'

type Props = {
  control: Control<OfferValues>
  register: UseFormRegister<OfferValues>
  errors: FieldErrors<OfferValues>['items']
  sums: OfferSums
}

/** The line stands in the first cell, so it says which one is meant. */
const named = (what: string, message: string | undefined) => message && `${what}：${message}`

/** What is offered, line by line, with the sum that grows below. */
export const OfferItems = ({ control, register, errors, sums }: Props) => {
  const { fields, append, remove } = useFieldArray({ control, name: 'items' })
  const head = 'px-2 font-normal'
  return (
    <>
      <div
        className="relative overflow-x-auto rounded-lg border border-line"
        tabIndex={0}
        role="region"
        aria-label="报价明细"
      >
        <table className="w-full table-fixed text-left max-desk:min-w-[680px]">
          <caption className="sr-only">报价明细</caption>
          <thead className="bg-surface-2 text-sm text-ink-2">
            <tr>
              <th scope="col" className="h-10 w-9 pl-4 font-normal">
                <span className="sr-only">序号</span>
              </th>
              <th scope="col" className={head}>
                项目<span className="text-bad">*</span>
              </th>
              <th scope="col" className={`${head} w-18`}>
                单位<span className="text-bad">*</span>
              </th>
              <th scope="col" className={`${head} w-22 text-right`}>
                数量<span className="text-bad">*</span>
              </th>
              <th scope="col" className={`${head} w-32 text-right`}>
                单价（元）<span className="text-bad">*</span>
              </th>
              <th scope="col" className={`${head} w-32 text-right`}>
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
              const fault =
                wrong?.name?.message ??
                named('单位', wrong?.unit?.message) ??
                named('数量', wrong?.quantity?.message) ??
                named('单价', wrong?.unitPrice?.message)
              const id = `item-fault-${field.id}`
              return (
                <tr key={field.id} className="border-t border-line align-top">
                  <td className="py-3.5 pl-4 text-ink-3">{index + 1}</td>
                  <td className="px-2 py-2">
                    <RowInput
                      label={`项目 ${index + 1}`}
                      wrong={wrong?.name !== undefined}
                      fault={id}
                      maxLength={60}
                      {...register(`items.${index}.name`)}
                    />
                    <RowFault id={id} message={fault} />
                  </td>
                  <td className="px-2 py-2">
                    <RowInput
                      label={`单位 ${index + 1}`}
                      wrong={wrong?.unit !== undefined}
                      fault={id}
                      maxLength={8}
                      {...register(`items.${index}.unit`)}
                    />
                  </td>
                  <td className="px-2 py-2">
                    <RowInput
                      label={`数量 ${index + 1}`}
                      right
                      inputMode="numeric"
                      wrong={wrong?.quantity !== undefined}
                      fault={id}
                      maxLength={7}
                      {...register(`items.${index}.quantity`)}
                    />
                  </td>
                  <td className="px-2 py-2">
                    <RowInput
                      label={`单价 ${index + 1}`}
                      right
                      inputMode="decimal"
                      wrong={wrong?.unitPrice !== undefined}
                      fault={id}
                      maxLength={16}
                      {...register(`items.${index}.unitPrice`)}
                    />
                  </td>
                  <td className="px-2 py-3.5 text-right font-medium">¥{yuan(sums.amounts[index] ?? 0)}</td>
                  <td className="py-2 pr-2 text-center">
                    <Button
                      square
                      kind="plain"
                      className="border-0! text-ink-3 hover:text-bad"
                      aria-label={`删除项目 ${index + 1}`}
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
              <td className="px-2 py-2" colSpan={3}>
                <Button kind="link" disabled={fields.length >= 50} onClick={() => append({ ...emptyItem })}>
                  <Plus className="size-4" />
                  添加项目
                </Button>
              </td>
              <td className="px-2 text-right text-ink-2">总价</td>
              <td className="px-2 text-right font-semibold" aria-live="polite">
                ¥{yuan(sums.total)}
              </td>
              <td />
            </tr>
          </tfoot>
        </table>
      </div>
      {errors?.message && <p className="mt-1.5 text-sm text-bad">{errors.message}</p>}
    </>
  )
}
