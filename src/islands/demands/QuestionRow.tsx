import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Controller, type Control, type FieldErrors, type UseFormRegister } from 'react-hook-form'
import type { QuestionInput } from '../../domain/demands/questions.ts'
import type { DemandValues } from '../../stores/demands/demand-values.ts'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Input } from '../../ui/Input.tsx'
import { Select } from '../../ui/Select.tsx'
import { Textarea } from '../../ui/Textarea.tsx'
import { Fault } from '../../ui/Fault.tsx'

type Question = DemandValues['questions'][number]
type Props = {
  at: number
  last: boolean
  /** A template's question: its words stay. */
  fixed: boolean
  open: boolean
  control: Control<DemandValues>
  register: UseFormRegister<DemandValues>
  value: Question
  errors: NonNullable<FieldErrors<DemandValues>['questions']>[number]
  onMove: (by: number) => void
  onRemove: () => void
}

const inputs: readonly { value: QuestionInput; label: string }[] = [
  { value: 'yesNo', label: '是或否' },
  { value: 'select', label: '单选' },
  { value: 'number', label: '数字' },
  { value: 'text', label: '文字' },
]

/** How a question is answered, in words. */
const answerWords = ({ input, options, unit }: Question) =>
  input === 'select'
    ? options.split('\n').join(' / ')
    : input === 'number'
      ? `数字${unit === '' ? '' : `，${unit}`}`
      : input === 'yesNo'
        ? '是或否'
        : '文字'

const Tool = (props: { label: string; disabled?: boolean; onClick: () => void; children: ReactNode }) => (
  <button
    type="button"
    className="grid size-8 place-items-center rounded text-ink-3 hover:bg-surface-3 hover:text-accent disabled:text-ink-disabled max-md:size-11"
    aria-label={props.label}
    title={props.label}
    disabled={props.disabled}
    onClick={props.onClick}
  >
    {props.children}
  </button>
)

/** One question with its tools. */
export const QuestionRow = ({ at, last, fixed, open, control, register, value, errors, onMove, onRemove }: Props) => {
  const name = `问题 ${at + 1}`
  const still = fixed || open
  return (
    <li className="p-4">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 max-md:basis-full">
          {still ? (
            <>
              <p className="font-medium">
                {at + 1}. {value.label}
              </p>
              <p className="mt-0.5 text-sm text-ink-3">{answerWords(value)}</p>
              <Fault message={errors?.label?.message} />
            </>
          ) : (
            <Own at={at} name={name} control={control} register={register} value={value} errors={errors} />
          )}
        </div>
        <div className="flex items-center gap-1">
          <Controller
            control={control}
            name={`questions.${at}.required`}
            render={({ field }) => (
              <Checkbox
                checked={field.value}
                disabled={open}
                onChange={(event) => field.onChange(event.target.checked)}
              >
                必答
              </Checkbox>
            )}
          />
          {!open && (
            <>
              <Tool label={`上移${name}`} disabled={at === 0} onClick={() => onMove(-1)}>
                <ArrowUp className="size-4" />
              </Tool>
              <Tool label={`下移${name}`} disabled={last} onClick={() => onMove(1)}>
                <ArrowDown className="size-4" />
              </Tool>
              <Tool label={`移除${name}`} onClick={onRemove}>
                <Trash2 className="size-4" />
              </Tool>
            </>
          )}
        </div>
      </div>
    </li>
  )
}

type OwnProps = Pick<Props, 'at' | 'control' | 'register' | 'value' | 'errors'> & { name: string }

const Own = ({ at, name, control, register, value, errors }: OwnProps) => (
  <div className="grid items-start gap-4 md:grid-cols-[minmax(0,1fr)_140px]">
    <Input
      label={name}
      required
      maxLength={60}
      placeholder="如：是否可在明年一季度前完成"
      error={errors?.label?.message}
      {...register(`questions.${at}.label`)}
    />
    <Controller
      control={control}
      name={`questions.${at}.input`}
      render={({ field }) => <Select label="回答方式" options={inputs} value={field.value} onChange={field.onChange} />}
    />
    {value.input === 'select' && (
      <Textarea
        label="选项"
        required
        rows={3}
        className="md:col-span-2"
        hint="每行一个，至少 2 个"
        error={errors?.options?.message}
        {...register(`questions.${at}.options`)}
      />
    )}
    {value.input === 'number' && (
      <Input
        label="单位"
        maxLength={10}
        placeholder="如：天"
        error={errors?.unit?.message}
        {...register(`questions.${at}.unit`)}
      />
    )}
  </div>
)
