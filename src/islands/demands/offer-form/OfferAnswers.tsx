import type { DemandDetail } from '../../../contract/demands/demands.ts'
import { typedOffer } from '../../../stores/demands/offer-form/offer-form.ts'
import type { OfferValues } from '../../../stores/demands/offer-form/offer-values.ts'
import { Input } from '../../../ui/form/Input.tsx'
import { Radio } from '../../../ui/form/Radio.tsx'
import { Select } from '../../../ui/form/Select.tsx'
import { Textarea } from '../../../ui/form/Textarea.tsx'
import type { FormBindings } from '../../form/use-form.ts'

type Question = DemandDetail['questions'][number]
type Props = { questions: readonly Question[]; form: FormBindings<OfferValues>; values: OfferValues }
type AnswerProps = Omit<Props, 'questions'> & { question: Question }

const yesNo = ['是', '否'].map((value) => ({ value, label: value }))
/** Up to this many options are chips; more are a select. */
const maxChips = 4

const Answer = ({ question, form, values: { answers } }: AnswerProps) => {
  const name = `answers.${question.key}` as const
  const value = answers[question.key] ?? ''
  const error = form.exactError(name)
  const put = (answer: string) => typedOffer.set('answers', { ...answers, [question.key]: answer }, name)
  const text = {
    name,
    value,
    error,
    onChange: ({ target }: { target: { value: string } }) => put(target.value),
  }
  const { label, required, input, unit } = question
  const options = input === 'yesNo' ? yesNo : question.options.map((option) => ({ value: option, label: option }))
  if (input === 'yesNo' || (input === 'select' && options.length <= maxChips)) {
    return (
      <div data-fault={error ? '' : undefined} className="flex items-end gap-3">
        <Radio
          label={label}
          required={required}
          error={error}
          options={options}
          name={name}
          value={value || null}
          onChange={put}
        />
        {!required && value !== '' && (
          <button
            type="button"
            className="shrink-0 text-sm whitespace-nowrap text-accent hover:underline max-md:min-h-11"
            aria-label={`清除 ${label}`}
            onClick={() => put('')}
          >
            清除
          </button>
        )}
      </div>
    )
  }
  if (input === 'select') {
    const open = required ? options : [{ value: '', label: '不回答' }, ...options]
    return (
      <div data-fault={error ? '' : undefined}>
        <Select label={label} required={required} error={error} options={open} value={value || null} onChange={put} />
      </div>
    )
  }
  if (input === 'number') {
    return (
      <Input label={label} required={required} {...text} unit={unit || undefined} inputMode="decimal" maxLength={20} />
    )
  }
  return <Textarea label={label} required={required} {...text} rows={2} maxLength={500} typed={value.length} />
}

/** The demand's questions, answered by every offer. */
export const OfferAnswers = ({ questions, form, values }: Props) => (
  <>
    <p className="mb-4 text-sm text-ink-3">需求方向每家供应商提出同样的问题，比较报价时并排查看。</p>
    <div className="grid gap-5 md:grid-cols-2">
      {questions.map((question) => (
        <div key={question.key} className={question.input === 'text' ? 'md:col-span-2' : ''}>
          <Answer question={question} form={form} values={values} />
        </div>
      ))}
    </div>
  </>
)
