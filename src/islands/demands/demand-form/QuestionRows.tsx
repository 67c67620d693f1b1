import { Plus, RotateCcw, ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import { maxQuestions, nextOwnKey } from '../../../domain/demands/validate-questions.ts'
import type { DemandTemplate } from '../../../domain/demands/templates/template.ts'
import { typedDemand } from '../../../stores/demands/demand-form/demand-form.ts'
import { toQuestionValues, type DemandValues } from '../../../stores/demands/demand-form/demand-values.ts'
import { withMovedRow, withoutRow, withRow } from '../../../stores/row-updates.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { useFocusAddedRow } from '../../use-focus-added-row.ts'
import type { DemandPart } from './use-demand-form.ts'
import type { ReactNode } from 'react'
import type { QuestionInput } from '../../../domain/demands/questions.ts'
import { Checkbox } from '../../../ui/form/Checkbox.tsx'
import { Input } from '../../../ui/form/Input.tsx'
import { Select } from '../../../ui/form/Select.tsx'
import { Textarea } from '../../../ui/form/Textarea.tsx'
import { Fault } from '../../../ui/form/Fault.tsx'

type Question = DemandValues['questions'][number]
type Part = 'label' | 'options' | 'unit'
type QuestionRowProps = {
  at: number
  last: boolean
  /** A template's question: its text is fixed. */
  fixed: boolean
  open: boolean
  value: Question
  fault: (part: Part) => string | undefined
  onChange: (part: keyof Question, change: Partial<Question>) => void
  onMove: (by: number) => void
  onRemove: () => void
}

const inputs: readonly { value: QuestionInput; label: string }[] = [
  { value: 'yesNo', label: '是或否' },
  { value: 'select', label: '单选' },
  { value: 'number', label: '数字' },
  { value: 'text', label: '文字' },
]

/** Answer type as text. */
const answerText = ({ input, options, unit }: Question) =>
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

/** One question with its row actions. */
const QuestionRow = (props: QuestionRowProps) => {
  const { at, last, fixed, open, value, fault, onChange, onMove, onRemove } = props
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
              <p className="mt-0.5 text-sm text-ink-3">{answerText(value)}</p>
              <Fault message={fault('label')} />
            </>
          ) : (
            <OwnQuestion name={name} value={value} fault={fault} onChange={onChange} />
          )}
        </div>
        <div className="flex items-center gap-1">
          <Checkbox
            checked={value.required}
            disabled={open}
            onChange={(event) => onChange('required', { required: event.target.checked })}
          >
            必答
          </Checkbox>
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

type OwnQuestionProps = Pick<QuestionRowProps, 'value' | 'fault' | 'onChange'> & { name: string }

const OwnQuestion = ({ name, value, fault, onChange }: OwnQuestionProps) => {
  const text = (part: Part) => ({
    value: value[part],
    error: fault(part),
    onChange: ({ target }: { target: { value: string } }) => onChange(part, { [part]: target.value }),
  })
  return (
    <div className="grid items-start gap-4 md:grid-cols-[minmax(0,1fr)_140px]">
      <Input label={name} required maxLength={60} placeholder="如：是否可在明年一季度前完成" {...text('label')} />
      <Select
        label="回答方式"
        options={inputs}
        value={value.input}
        onChange={(input) => onChange('input', { input })}
      />
      {value.input === 'select' && (
        <Textarea
          label="选项"
          required
          rows={3}
          className="md:col-span-2"
          hint="每行一个，至少 2 个"
          {...text('options')}
        />
      )}
      {value.input === 'number' && <Input label="单位" maxLength={10} placeholder="如：天" {...text('unit')} />}
    </div>
  )
}

type Props = DemandPart & {
  template: DemandTemplate | undefined
  /** The demand is open: suppliers already answer these questions. */
  open: boolean
}

/** Questions for every offer: the template's and the buyer's own, in display order. */
export const QuestionRows = ({ form, values: { questions }, template, open }: Props) => {
  const { list, added } = useFocusAddedRow<HTMLOListElement>()
  const put = (rows: DemandValues['questions']) => typedDemand.set('questions', rows)
  const ofTemplate = new Set(template?.questions.map(({ key }) => key))
  const gone = template?.questions.filter(({ key }) => !questions.some((question) => question.key === key)) ?? []
  const addOwn = () => {
    put([
      ...questions,
      { key: nextOwnKey(questions), label: '', input: 'yesNo', options: '', unit: '', required: false },
    ])
    added()
  }
  return (
    <div>
      <p className="-mt-2 mb-4 text-sm text-ink-3">
        每份报价都要逐项回答，回答在比价表中并排显示。{open && '报价中的需求不能修改问题。'}
      </p>
      {questions.length === 0 && <p className="text-ink-3">暂无问题，供应商只需填写价格、周期与付款节点。</p>}
      <ol ref={list} className="divide-y divide-line rounded-lg border border-line empty:hidden">
        {questions.map((question, at) => (
          <QuestionRow
            key={question.key}
            at={at}
            last={at === questions.length - 1}
            fixed={ofTemplate.has(question.key)}
            open={open}
            value={question}
            fault={(part) => form.exactError(`questions.${at}.${part}`)}
            onChange={(part, change) =>
              typedDemand.set('questions', withRow(questions, at, change), `questions.${at}.${part}`)
            }
            onMove={(by) => put(withMovedRow(questions, at, by))}
            onRemove={() => put(withoutRow(questions, at))}
          />
        ))}
      </ol>
      {!open && (
        <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button size="sm" disabled={questions.length >= maxQuestions} onClick={addOwn}>
            <Plus className="size-4" />
            添加问题
          </Button>
          {gone.length > 0 && (
            <Button size="sm" onClick={() => put([...questions, ...gone.map(toQuestionValues)])}>
              <RotateCcw className="size-4" />
              恢复移除的 {gone.length} 个模板问题
            </Button>
          )}
          <span className="text-sm text-ink-3">
            最多 {maxQuestions} 个。{template && '模板问题的措辞统一，便于比较，不能改写。'}
          </span>
        </div>
      )}
    </div>
  )
}
