import { Plus, Trash2 } from 'lucide-react'
import { useFieldArray, type Control, type FieldErrors, type UseFormRegister } from 'react-hook-form'
import type { DemandValues } from '../../stores/demands/demand-values.ts'
import { Button } from '../../ui/Button.tsx'
import { Input } from '../../ui/Input.tsx'

type Props = {
  control: Control<DemandValues>
  register: UseFormRegister<DemandValues>
  errors: FieldErrors<DemandValues>['facts']
}

const most = 20

/** What the work must meet, row by row. Rows without a value are left out. */
export const FactRows = ({ control, register, errors }: Props) => {
  const { fields, append, remove } = useFieldArray({ control, name: 'facts' })
  return (
    <div>
      <ul className="space-y-4">
        {fields.map((field, index) => (
          <li key={field.id} className="grid grid-cols-[1fr_auto] items-start gap-3 md:grid-cols-[200px_1fr_auto]">
            <Input
              label={`要求 ${index + 1}`}
              placeholder="如：物种与分组"
              maxLength={20}
              error={errors?.[index]?.label?.message}
              {...register(`facts.${index}.label`)}
            />
            <Input
              label="内容"
              className="max-md:col-span-1 max-md:row-start-2"
              placeholder="如：比格犬，对照加 3 个剂量组"
              maxLength={200}
              error={errors?.[index]?.value?.message}
              {...register(`facts.${index}.value`)}
            />
            <Button
              square
              className="mt-7 text-ink-3 max-md:row-span-2 max-md:size-11!"
              aria-label={`删除要求 ${index + 1}`}
              onClick={() => remove(index)}
            >
              <Trash2 className="size-4" />
            </Button>
          </li>
        ))}
      </ul>
      <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-1">
        <Button size="sm" disabled={fields.length >= most} onClick={() => append({ label: '', value: '' })}>
          <Plus className="size-4" />
          添加要求
        </Button>
        <span className="text-sm text-ink-3">最多 {most} 项，内容为空的行不会发布。</span>
      </div>
    </div>
  )
}
