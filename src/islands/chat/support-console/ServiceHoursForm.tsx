import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { formatServiceHours, weekdays } from '../../../domain/chat/service-hours.ts'
import * as store from '../../../stores/chat/support-console/service-hours.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Checkbox } from '../../../ui/form/Checkbox.tsx'
import { TimeInput } from '../../../ui/date/DateInput.tsx'
import { Field } from '../../../ui/form/Field.tsx'
import { FailedState } from '../../../ui/feedback/FailedState.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { Textarea } from '../../../ui/form/Textarea.tsx'
import { Toaster } from '../../../ui/overlay/Toaster.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { FormFrame } from '../../form/FormFrame.tsx'
import { useForm } from '../../form/use-form.ts'

/** Service hours of the platform's support and the automatic reply outside them; for operators. */
export function ServiceHoursForm({ who }: { who: number }) {
  const state = useStore(store.serviceHours)
  useEffect(() => void store.startServiceHoursForm(who), [who])
  return (
    <>
      <h2 className="mb-4 text-lg font-semibold">工作时间</h2>
      {state.at === 'loading' && <Skeleton count={6} label="客服设置加载中" />}
      {state.at === 'failed' && (
        <FailedState
          title="客服设置加载失败"
          text={state.failure.message}
          onRetry={() => void store.startServiceHoursForm(who)}
        />
      )}
      {state.at === 'ready' && (
        <>
          <p className="mb-4 text-sm text-ink-2">
            现在{state.content.staffed ? '有客服应答' : '是非工作时间'}：{formatServiceHours(state.content)}
          </p>
          <Fields />
        </>
      )}
      <Toaster />
    </>
  )
}

function Fields() {
  const form = useForm(store.serviceHoursForm)
  const restored = useStore(store.serviceHoursForm.restored)
  const { values, text, error, picker } = form
  if (values === null) return null
  const toggle = (day: number, on: boolean) =>
    store.serviceHoursForm.set('days', on ? [...values.days, day] : values.days.filter((one) => one !== day))
  return (
    <FormFrame
      form={form}
      label="客服设置"
      submit="保存"
      saved="已保存，立即生效"
      note={restored ? '已恢复您上次未保存的内容' : ''}
      actions={restored && <Button onClick={store.resetServiceHours}>放弃修改</Button>}
      onSubmit={() => void store.saveServiceHours().then((saved) => saved && toast.success('客服设置已保存'))}
    >
      <div className="max-w-160 space-y-5 p-4 md:p-6">
        <Field label="工作日" required group error={error('days')}>
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
          <TimeInput label="工作时间从" required {...picker('answersFrom')} />
          <TimeInput label="到" required {...picker('answersUntil')} />
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
    </FormFrame>
  )
}
