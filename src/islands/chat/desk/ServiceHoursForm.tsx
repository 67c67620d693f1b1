import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { serviceHoursWords, weekdays } from '../../../domain/chat/service-hours.ts'
import * as store from '../../../stores/chat/service-hours.ts'
import { Button } from '../../../ui/Button.tsx'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { TimeInput } from '../../../ui/DateInput.tsx'
import { Field } from '../../../ui/Field.tsx'
import { FailedState } from '../../../ui/FailedState.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { Textarea } from '../../../ui/Textarea.tsx'
import { Toaster } from '../../../ui/Toaster.tsx'
import { toast } from '../../../ui/toast.ts'
import { TypedFormBox } from '../../TypedFormBox.tsx'
import { useTypedForm } from '../../use-typed-form.ts'

/** When the platform's service answers and what it says by itself otherwise; for operators. */
export function ServiceHoursForm({ who }: { who: number }) {
  const state = useStore(store.serviceHours)
  useEffect(() => void store.begin(who), [who])
  return (
    <>
      <h1 className="mb-4 text-2xl font-semibold">平台客服</h1>
      {state.at === 'loading' && <Skeleton form="row" count={6} label="客服设置加载中" />}
      {state.at === 'failed' && (
        <FailedState title="客服设置没有读到" text={state.failure.message} onRetry={() => void store.begin(who)} />
      )}
      {state.at === 'ready' && (
        <>
          <p className="mb-4 text-sm text-ink-2">
            现在{state.content.staffed ? '有客服应答' : '是非工作时间'}：{serviceHoursWords(state.content)}
          </p>
          <Fields />
        </>
      )}
      <Toaster />
    </>
  )
}

function Fields() {
  const form = useTypedForm(store.form)
  const restored = useStore(store.form.restored)
  const { values, text, fault, picked } = form
  if (values === null) return null
  const toggle = (day: number, on: boolean) =>
    store.form.set('days', on ? [...values.days, day] : values.days.filter((one) => one !== day))
  return (
    <TypedFormBox
      form={form}
      label="客服设置"
      submit="保存"
      saved="已保存，立即生效"
      note={restored ? '已恢复您上次未保存的内容' : ''}
      actions={restored && <Button onClick={store.startOver}>放弃修改</Button>}
      onSubmit={() => void store.save().then((saved) => saved && toast.good('客服设置已保存'))}
    >
      <div className="max-w-160 space-y-5 p-4 md:p-6">
        <Field label="工作日" required group error={fault('days')}>
          {() => (
            <div className="flex flex-wrap gap-x-5 gap-y-2">
              {weekdays.map(({ day, name }) => (
                <Checkbox
                  key={day}
                  checked={values.days.includes(day)}
                  onChange={(event) => toggle(day, event.target.checked)}
                >
                  {name}
                </Checkbox>
              ))}
            </div>
          )}
        </Field>
        <div className="grid grid-cols-2 items-start gap-5">
          <TimeInput label="工作时间从" required {...picked('answersFrom')} />
          <TimeInput label="到" required {...picked('answersUntil')} />
        </div>
        <Textarea
          label="非工作时间自动回复"
          required
          rows={4}
          maxLength={500}
          typed={values.awayReply.length}
          hint="北京时间；访客在工作时间以外来信时发送，同一次休息期间每位访客只发一次"
          {...text('awayReply')}
        />
      </div>
    </TypedFormBox>
  )
}
