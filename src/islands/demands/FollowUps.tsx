import { useStore } from '@nanostores/react'
import { BellRing } from 'lucide-react'
import { useEffect } from 'react'
import type { FollowUp } from '../../contract/demands/records.ts'
import type { FollowUpEntity } from '../../domain/demands/follow-ups.ts'
import { dateInput } from '../../domain/time-input.ts'
import { ago, dateTime } from '../../domain/time.ts'
import * as store from '../../stores/demands/follow-ups.ts'
import { Button } from '../../ui/button/Button.tsx'
import { DateInput, TimeInput } from '../../ui/date/DateInput.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { Pager } from '../../ui/navigation/Pager.tsx'
import { Textarea } from '../../ui/form/Textarea.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { useNow } from '../use-now.ts'
import { useForm } from '../form/use-form.ts'
import { AsyncContent } from '../list/AsyncContent.tsx'

const Entry = ({ record, now }: { record: FollowUp; now: string }) => (
  <li className="py-3">
    <p className="flex flex-wrap items-baseline gap-x-3 text-sm text-ink-3">
      <b className="font-medium text-ink">{record.personName}</b>
      <time dateTime={record.createdAt} title={dateTime(record.createdAt)}>
        {ago(record.createdAt, now)}
      </time>
      {record.nextAt !== null && (
        <span className={`inline-flex items-center gap-1 ${record.reminded ? '' : 'text-warn'}`}>
          <BellRing className="size-3.5" aria-hidden />
          {record.reminded ? '已提醒' : '提醒'} {dateTime(record.nextAt).slice(0, 16)}
        </span>
      )}
    </p>
    <p className="mt-1 whitespace-pre-wrap wrap-anywhere">{record.text}</p>
  </li>
)

const Writing = () => {
  const { values, sending, box, text, picker } = useForm(store.followUpForm)
  const refused = sending.at === 'refused' && sending.fieldErrors.length === 0 ? sending.failure : null
  const today = dateInput(useNow())
  return (
    <form
      ref={box}
      noValidate
      aria-label="写跟进记录"
      onSubmit={(event) => {
        event.preventDefault()
        void store.submitFollowUp().then((done) => done && toast.success('跟进记录已保存'))
      }}
    >
      {refused && (
        <div className="mb-3">
          <Notice tone="bad" title={refused.message} />
        </div>
      )}
      <Textarea
        {...text('text')}
        label="跟进记录"
        required
        rows={3}
        maxLength={1000}
        typed={values?.text.length ?? 0}
        placeholder="沟通的结果、对方的答复、下一步要做的事"
      />
      <div className="mt-3 flex flex-wrap items-start gap-3">
        <DateInput {...picker('nextDate')} label="提醒日期" hint="选填" min={today} className="w-40" />
        {values !== null && values.nextDate !== '' && (
          <TimeInput {...picker('nextTime')} label="时间" className="w-32" />
        )}
        <Button type="submit" kind="outline" className="mt-7 ml-auto max-md:h-11" busy={sending.at === 'sending'}>
          保存记录
        </Button>
      </div>
    </form>
  )
}

type Props = { entity: FollowUpEntity; entityId: number }

/** The company's private follow-up records of a demand or offer, with reminders. */
export const FollowUps = ({ entity, entityId }: Props) => {
  const state = useStore(store.followUps)
  const now = useNow()
  useEffect(() => void store.startFollowUps({ entity, entityId }), [entity, entityId])
  return (
    <section className="mt-8 rounded-lg border border-line bg-surface print:hidden" aria-label="跟进">
      <h2 className="flex flex-wrap items-baseline gap-x-3 border-b border-line px-5 py-3 text-lg font-semibold">
        跟进
        <span className="text-sm font-normal text-ink-3">仅本企业可见</span>
      </h2>
      <div className="grid gap-x-8 gap-y-4 p-5 desk:grid-cols-2">
        <Writing />
        <div className="min-w-0" aria-busy={state.at === 'ready' && state.refreshing}>
          <AsyncContent
            state={state}
            what="跟进记录"
            onRetry={() => void store.loadFollowUps()}
            skeleton={
              <div aria-hidden className="space-y-3 py-3">
                <span className="skeleton block h-4 w-1/3" />
                <span className="skeleton block h-4 w-full" />
                <span className="skeleton block h-4 w-2/3" />
              </div>
            }
          >
            {({ data, total, current }) =>
              data.length === 0 ? (
                <EmptyState size="cell" title="暂无跟进记录" text="记录沟通结果，填写提醒日期后将按时提醒。" />
              ) : (
                <>
                  <ul className="-mt-3 divide-y divide-line">
                    {data.map((record) => (
                      <Entry key={record.recordId} record={record} now={now} />
                    ))}
                  </ul>
                  {total > store.followUpPageSize && (
                    <Pager
                      total={total}
                      pageSize={store.followUpPageSize}
                      current={current}
                      onChange={(page) => void store.loadFollowUps(page)}
                    />
                  )}
                </>
              )
            }
          </AsyncContent>
        </div>
      </div>
    </section>
  )
}
