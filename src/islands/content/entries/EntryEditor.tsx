import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { failures } from '../../../contract/failures.ts'
import { entryListLinks } from '../../../domain/content/entries/entry-links.ts'
import { entrySections, getEntryFields } from '../../../domain/content/entries/entry-sections.ts'
import {
  entryKindLabels,
  entryLabels,
  entryStepLabels,
  type EntryKind,
  isEntryPublished,
  isEntryWithdrawn,
} from '../../../domain/content/entries/entry-states.ts'
import { dateTime, today } from '../../../domain/time.ts'
import { dateInput, daysAfter, instantOf } from '../../../domain/time-input.ts'
import * as store from '../../../stores/content/entries/entry-form.ts'
import { Button, LinkButton } from '../../../ui/button/Button.tsx'
import { DateInput, TimeInput } from '../../../ui/date/DateInput.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { StateBadge } from '../../../ui/text/StateBadge.tsx'
import { Timeline } from '../../../ui/navigation/Timeline.tsx'
import { cardFrame, AsyncContent } from '../../list/AsyncContent.tsx'
import { CardSkeleton } from '../../list/TableSkeleton.tsx'
import { FormFrame } from '../../form/FormFrame.tsx'
import { useForm } from '../../form/use-form.ts'
import { EntryControl } from './EntryControl.tsx'
import type { EntryField } from '../../../domain/content/entries/entry-field.ts'
import { markdownBlocks } from '../../../domain/content/rich-text.ts'
import {
  chosenOf,
  rowsOf,
  entryValuesOf,
  textOf,
  type EntryValue,
  type EntryValues,
} from '../../../stores/content/entries/entry-values.ts'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { RichText } from '../../../ui/text/RichText.tsx'

const labelIn = (field: EntryField, value: string) =>
  'options' in field ? (field.options.find((option) => option.value === value)?.label ?? value) : value

const Rows = ({ field, value }: { field: EntryField; value: EntryValue | undefined }) => (
  <ul className="space-y-2">
    {rowsOf(value).map((row, at) => (
      <li key={at}>
        {field.as === 'gallery' ? (
          row['caption']
        ) : (
          <>
            <b className="font-medium">{row['title'] ?? row['name'] ?? row['label'] ?? ''}</b>{' '}
            <span className="whitespace-pre-line text-ink-2">{row['text'] ?? row['value'] ?? row['after'] ?? ''}</span>
          </>
        )}
      </li>
    ))}
  </ul>
)

const FieldPreview = ({ field, value }: { field: EntryField; value: EntryValue | undefined }) => {
  const text = textOf(value).trim()
  if (field.as === 'rows' || field.as === 'gallery') return <Rows field={field} value={value} />
  if (field.as === 'choices')
    return (
      chosenOf(value)
        .map((each) => labelIn(field, each))
        .join('、') || '--'
    )
  if (field.as === 'policies') return `${chosenOf(value).length} 项`
  if (field.as === 'markdown') return text === '' ? '--' : <RichText blocks={markdownBlocks(text)} />
  if (field.as === 'lines') {
    return (
      <ul className="list-disc space-y-1 pl-5">
        {text.split('\n').map((line, at) => (
          <li key={at}>{line}</li>
        ))}
      </ul>
    )
  }
  return text === '' ? '--' : <span className="whitespace-pre-line">{labelIn(field, text)}</span>
}

type EntryPreviewProps = { kind: EntryKind; values: EntryValues; text?: string | undefined; onClose: () => void }

/** Preview of the entry with the values of the form. */
const EntryPreview = ({ kind, values, text = '保存并发布后，读者看到的内容', onClose }: EntryPreviewProps) => {
  const [title, ...rest] = getEntryFields(kind).filter(({ as }) => as !== 'check')
  return (
    <Dialog open onClose={onClose} width="lg" title={textOf(values[title?.name ?? '']) || '未填写名称'} text={text}>
      <dl className="space-y-4">
        {rest.map((field) => (
          <div key={field.name} className={field.as === 'markdown' ? '' : 'gap-4 md:flex'}>
            <dt className="w-24 shrink-0 text-ink-3">{field.label}</dt>
            <dd className="min-w-0 flex-1 wrap-anywhere">
              <FieldPreview field={field} value={values[field.name]} />
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}

const History = ({ entry }: { entry: store.OpenEntry }) => (
  <section className="mt-6 rounded-lg border border-line bg-surface p-4 md:p-6" aria-labelledby="entry-history">
    <h2 id="entry-history" className="mb-3 text-lg font-semibold">
      变动经过
    </h2>
    {entry.history.length === 0 ? (
      <p className="text-ink-3">由导入或初始数据写入，尚未修改过。</p>
    ) : (
      <Timeline
        entries={entry.history.map(({ event, text, by, at }) => ({
          tone:
            event === 'publish' ? ('good' as const) : event === 'scheduleFailed' ? ('bad' as const) : ('mute' as const),
          title: `${by} ${entryStepLabels[event] ?? event}`,
          note: text,
          time: dateTime(at),
          iso: at,
        }))}
      />
    )}
  </section>
)

type VersionsProps = { kind: EntryKind; entry: store.OpenEntry; isOpen: boolean }

/** Saved versions: looked at, or taken over into the form. */
const Versions = ({ kind, entry, isOpen }: VersionsProps) => {
  const [shown, setShown] = useState<{ readonly version: number; readonly values: EntryValues }>()
  if (entry.versions.length === 0) return null
  const load = (version: number, then: (values: EntryValues) => void) =>
    void store
      .loadVersion(version)
      .then((values) => (values === undefined ? toast.error('版本加载失败，请重试') : then(values)))
  return (
    <section className="mt-6 rounded-lg border border-line bg-surface p-4 md:p-6" aria-labelledby="entry-versions">
      <h2 id="entry-versions" className="mb-1 text-lg font-semibold">
        历史版本
      </h2>
      <p className="mb-3 text-sm text-ink-3">载入后核对，保存才会生效。</p>
      <ul className="divide-y divide-line border-y border-line">
        {entry.versions.map(({ version, by, at }) => (
          <li key={version} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
            <span className="min-w-0 flex-1">
              第 {version} 版{version === entry.version && <span className="text-ink-3">（当前）</span>}
              <span className="block text-sm text-ink-3 tabular-nums">
                {by}，{dateTime(at)}
              </span>
            </span>
            <Button
              size="sm"
              kind="plain"
              className="max-md:h-11"
              aria-label={`查看第 ${version} 版`}
              onClick={() => load(version, (values) => setShown({ version, values }))}
            >
              查看
            </Button>
            {isOpen && (
              <Button
                size="sm"
                className="max-md:h-11"
                aria-label={`载入第 ${version} 版`}
                onClick={() =>
                  load(version, (values) => {
                    store.entryEditorForm.replace(values)
                    toast.success(`已载入第 ${version} 版，保存后生效`)
                  })
                }
              >
                载入
              </Button>
            )}
          </li>
        ))}
      </ul>
      {shown && (
        <EntryPreview
          kind={kind}
          values={shown.values}
          text={`第 ${shown.version} 版保存时的内容`}
          onClose={() => setShown(undefined)}
        />
      )}
    </section>
  )
}

type ScheduledProps = { kind: EntryKind; entry: store.OpenEntry; schedule: store.EntrySchedule; who: number }

/** What takes effect by itself; until then nothing else is saved. */
const Scheduled = ({ kind, entry, schedule, who }: ScheduledProps) => {
  const [isShown, setIsShown] = useState(false)
  const [isSending, setIsSending] = useState(false)
  const what = schedule.form === null ? '发布' : '生效'
  const values = schedule.form === null ? store.entryEditorForm.values.get() : entryValuesOf(kind, schedule.form)
  return (
    <Notice tone="go" title={`定于 ${dateTime(schedule.at)} ${what}`}>
      <p>
        由{schedule.by}设定。{isEntryPublished(entry.status) ? '在此之前读者看到现有内容；' : ''}取消定时后才能修改。
      </p>
      <p className="mt-2 flex flex-wrap gap-3">
        <Button
          size="sm"
          className="max-md:h-11"
          disabled={isSending}
          onClick={() => {
            setIsSending(true)
            void store.unscheduleEntry(who).then((failure) => {
              setIsSending(false)
              if (failure === undefined) toast.success('已取消定时')
              else toast.error(failure.message)
            })
          }}
        >
          取消定时
        </Button>
        <Button size="sm" kind="plain" className="max-md:h-11" onClick={() => setIsShown(true)}>
          查看定时内容
        </Button>
      </p>
      {isShown && values !== null && (
        <EntryPreview
          kind={kind}
          values={values}
          text={`${dateTime(schedule.at)} 起读者看到的内容`}
          onClose={() => setIsShown(false)}
        />
      )}
    </Notice>
  )
}

type ScheduleDialogProps = {
  isOut: boolean
  busy: boolean
  error: string | undefined
  onSubmit: (publishAt: string) => void
  onClose: () => void
}

/** Asks when the entry is published, or its change takes effect. */
const ScheduleDialog = ({ isOut, busy, error, onSubmit, onClose }: ScheduleDialogProps) => {
  const [day, setDay] = useState(() => dateInput(daysAfter(new Date().toISOString(), 1)))
  const [time, setTime] = useState('09:00')
  const [isMissing, setIsMissing] = useState(false)
  const at = instantOf(day, time)
  return (
    <Dialog
      open
      onClose={onClose}
      persistsInput
      title={isOut ? '定时生效' : '定时发布'}
      text={isOut ? '到时自动替换现有内容，在此之前读者看到现有内容。' : '到时自动对外显示。'}
      actions={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button
            kind="main"
            disabled={busy}
            onClick={() => {
              setIsMissing(at === null)
              if (at !== null) onSubmit(at)
            }}
          >
            确定
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-[minmax(0,3fr)_minmax(0,2fr)] items-start gap-3">
        <DateInput
          label="日期"
          required
          min={today()}
          value={day}
          error={isMissing ? '请选择日期与时间' : error}
          onChange={setDay}
        />
        <TimeInput label="时刻" required value={time} onChange={setTime} />
      </div>
    </Dialog>
  )
}

const autosaveNote = '填写的内容自动保存在本浏览器'

type FormProps = { editing: store.EntryEditing; onSaved: (entryId: number) => void }

const Form = ({ editing: { kind, entry }, onSaved }: FormProps) => {
  const form = useForm(store.entryEditorForm)
  const restored = useStore(store.entryEditorForm.restored)
  const [previewing, setPreviewing] = useState(false)
  const [isScheduling, setIsScheduling] = useState(false)
  const { values, sending } = form
  if (values === null) return null
  const isOut = isEntryPublished(entry?.status)
  const send = (publish: boolean, publishAt: string | null = null) =>
    void store.submitEntry(publish, publishAt).then((saved) => {
      if (saved !== undefined) onSaved(saved.entryId)
      // Any other fault is shown at its field.
      else if (form.error('publishAt') === undefined) setIsScheduling(false)
    })
  return (
    <>
      {restored && (
        <div className="mb-4">
          <Notice tone="act" title="已恢复上次未保存的内容">
            <button type="button" className="text-accent hover:underline max-md:min-h-11" onClick={store.resetEntry}>
              放弃并重新填写
            </button>
          </Notice>
        </div>
      )}
      <FormFrame
        form={form}
        sticky
        label={entryKindLabels[kind]}
        submit={isOut ? '保存' : '保存并发布'}
        onSubmit={() => send(!isOut)}
        note={
          isOut
            ? '保存后立即对外生效'
            : isEntryWithdrawn(entry?.status)
              ? autosaveNote
              : `${autosaveNote}，有名称即可存为草稿`
        }
        advice={(code) =>
          code === failures.conflict.code ? (
            <a href={entryListLinks[kind]({ edit: entry?.entryId ?? 'new' })} className="text-accent underline">
              查看最新内容
            </a>
          ) : undefined
        }
        actions={
          <>
            {!isOut && (
              <Button className="max-md:h-11" disabled={sending.at === 'sending'} onClick={() => send(false)}>
                {isEntryWithdrawn(entry?.status) ? '只保存' : '存为草稿'}
              </Button>
            )}
            <Button className="max-md:h-11" disabled={sending.at === 'sending'} onClick={() => setIsScheduling(true)}>
              {isOut ? '定时生效' : '定时发布'}
            </Button>
            <Button kind="plain" className="max-md:h-11" onClick={() => setPreviewing(true)}>
              预览
            </Button>
          </>
        }
      >
        {entrySections[kind].map(({ title, fields }) => (
          <fieldset key={title} className="min-w-0 border-b border-line p-4 last:border-b-0 md:p-6">
            <legend className="float-left mb-4 w-full text-lg font-semibold">{title}</legend>
            <div className="clear-both grid items-start gap-5 md:grid-cols-2">
              {fields.map((field) => (
                <EntryControl key={field.name} field={field} values={values} fault={form.error} />
              ))}
            </div>
          </fieldset>
        ))}
      </FormFrame>
      {isScheduling && (
        <ScheduleDialog
          isOut={isOut}
          busy={sending.at === 'sending'}
          error={form.error('publishAt')}
          onSubmit={(at) => send(true, at)}
          onClose={() => setIsScheduling(false)}
        />
      )}
      {previewing && <EntryPreview kind={kind} values={values} onClose={() => setPreviewing(false)} />}
    </>
  )
}

type Props = { kind: EntryKind; entryId: number | null; who: number }

/** Form of an entry, with its history. */
export const EntryEditor = ({ kind, entryId, who }: Props) => {
  const state = useStore(store.entryEditing)
  const read = () => void store.openEntry(kind, entryId, who)
  useEffect(read, [kind, entryId, who])
  const word = entryKindLabels[kind]
  const heading = `${entryId === null ? '新建' : '修改'}${word}`
  return (
    <AsyncContent
      state={state}
      what={word}
      heading={heading}
      onRetry={read}
      frame={cardFrame}
      skeleton={<CardSkeleton lines={12} />}
    >
      {(editing) => (
        <>
          <div className="mb-4 flex flex-wrap items-center gap-3">
            <h1 className="text-2xl font-semibold">{heading}</h1>
            {editing.entry && <StateBadge {...entryLabels[editing.entry.status]} form="tint" />}
            <span className="ml-auto flex gap-2">
              {isEntryPublished(editing.entry?.status) && editing.entry.page !== '' && (
                <LinkButton size="sm" className="max-md:h-11" href={editing.entry.page}>
                  查看页面
                </LinkButton>
              )}
              <LinkButton size="sm" kind="plain" className="max-md:h-11" href={entryListLinks[kind]()}>
                返回列表
              </LinkButton>
            </span>
          </div>
          {editing.entry?.schedule ? (
            <Scheduled kind={kind} entry={editing.entry} schedule={editing.entry.schedule} who={who} />
          ) : (
            <Form editing={editing} onSaved={() => location.assign(entryListLinks[kind]())} />
          )}
          {editing.entry && <Versions kind={kind} entry={editing.entry} isOpen={editing.entry.schedule === null} />}
          {editing.entry && <History entry={editing.entry} />}
        </>
      )}
    </AsyncContent>
  )
}
