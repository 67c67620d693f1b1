import { useController, type Control } from 'react-hook-form'
import type { DemandDetail } from '../../contract/demands/demands.ts'
import type { OfferValues } from '../../stores/demands/offer-values.ts'
import { Input } from '../../ui/Input.tsx'
import { Radio } from '../../ui/Radio.tsx'
import { Select } from '../../ui/Select.tsx'
import { Textarea } from '../../ui/Textarea.tsx'

type Question = DemandDetail['questions'][number]
type Props = { questions: readonly Question[]; control: Control<OfferValues> }

const yesNo = ['是', '否'].map((value) => ({ value, label: value }))
/** So many choices stand side by side; more go into a list. */
const mostChips = 4

const Answer = ({ question, control }: { question: Question; control: Control<OfferValues> }) => {
  const { field, fieldState } = useController({ control, name: `answers.${question.key}`, defaultValue: '' })
  const { label, required, input, unit } = question
  const error = fieldState.error?.message
  const options = input === 'yesNo' ? yesNo : question.options.map((value) => ({ value, label: value }))
  if (input === 'yesNo' || (input === 'select' && options.length <= mostChips)) {
    return (
      <div data-fault={error ? '' : undefined} className="flex items-end gap-3">
        <Radio
          {...{ label, required, error, options }}
          name={field.name}
          value={field.value || null}
          onChange={field.onChange}
        />
        {!required && field.value !== '' && (
          <button
            type="button"
            className="shrink-0 text-sm whitespace-nowrap text-accent hover:underline max-md:min-h-11"
            aria-label={`清除 ${label}`}
            onClick={() => field.onChange('')}
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
        <Select
          {...{ label, required, error }}
          options={open}
          value={field.value || null}
          onChange={field.onChange}
          onBlur={field.onBlur}
        />
      </div>
    )
  }
  if (input === 'number') {
    return (
      <Input {...{ label, required, error }} {...field} unit={unit || undefined} inputMode="decimal" maxLength={20} />
    )
  }
  return <Textarea {...{ label, required, error }} {...field} rows={2} maxLength={500} typed={field.value.length} />
}

/** What the demand asks of every offer, so that the answers stand side by side. */
export const OfferAnswers = ({ questions, control }: Props) => (
  <>
    <p className="mb-4 text-sm text-ink-3">需求方向每家供应商提出同样的问题，比较报价时并排查看。</p>
    <div className="grid gap-5 md:grid-cols-2">
      {questions.map((question) => (
        <div key={question.key} className={question.input === 'text' ? 'md:col-span-2' : ''}>
          <Answer question={question} control={control} />
        </div>
      ))}
    </div>
  </>
)
