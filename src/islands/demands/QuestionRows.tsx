import { Plus, RotateCcw } from 'lucide-react'
import { useFieldArray, type Control, type FieldErrors, type UseFormRegister } from 'react-hook-form'
import { mostQuestions, nextOwnKey } from '../../domain/demands/question-faults.ts'
import type { DemandTemplate } from '../../domain/demands/templates/template.ts'
import { questionInForm, type DemandValues } from '../../stores/demands/demand-values.ts'
import { Button } from '../../ui/Button.tsx'
import { QuestionRow } from './QuestionRow.tsx'

type Props = {
  control: Control<DemandValues>
  register: UseFormRegister<DemandValues>
  errors: FieldErrors<DemandValues>['questions']
  template: DemandTemplate | undefined
  /** What stands in the rows now. */
  values: DemandValues['questions']
  /** Suppliers answer them already. */
  open: boolean
}

/** What every offer answers: the template's questions and the buyer's own, in the order suppliers see them. */
export const QuestionRows = ({ control, register, errors, template, values, open }: Props) => {
  const { fields, append, remove, move } = useFieldArray({ control, name: 'questions' })
  const ofTemplate = new Set(template?.questions.map(({ key }) => key))
  const gone = template?.questions.filter(({ key }) => !values.some((question) => question.key === key)) ?? []
  const own = () => ({
    key: nextOwnKey(values),
    label: '',
    input: 'yesNo' as const,
    options: '',
    unit: '',
    required: false,
  })
  return (
    <div>
      <p className="-mt-2 mb-4 text-sm text-ink-3">
        每份报价都要逐项回答，回答在比价表中并排显示。{open && '报价中的需求不能修改问题。'}
      </p>
      {fields.length === 0 && <p className="text-ink-3">还没有问题，供应商只需填写价格、周期与付款节点。</p>}
      <ol className="divide-y divide-line rounded-lg border border-line empty:hidden">
        {fields.map((field, at) => (
          <QuestionRow
            key={field.id}
            at={at}
            last={at === fields.length - 1}
            fixed={ofTemplate.has(field.key)}
            open={open}
            control={control}
            register={register}
            value={values[at] ?? field}
            errors={errors?.[at]}
            onMove={(by) => move(at, at + by)}
            onRemove={() => remove(at)}
          />
        ))}
      </ol>
      {!open && (
        <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button size="sm" disabled={fields.length >= mostQuestions} onClick={() => append(own())}>
            <Plus className="size-4" />
            添加问题
          </Button>
          {gone.length > 0 && (
            <Button size="sm" onClick={() => append(gone.map(questionInForm))}>
              <RotateCcw className="size-4" />
              恢复移除的 {gone.length} 个模板问题
            </Button>
          )}
          <span className="text-sm text-ink-3">
            最多 {mostQuestions} 个。{template && '模板问题的措辞统一，便于比较，不能改写。'}
          </span>
        </div>
      )}
    </div>
  )
}
