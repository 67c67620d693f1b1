import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { failures } from '../../../contract/failures.ts'
import { entryListLinks, entryPageLinks } from '../../../domain/content/entries/entry-links.ts'
import { entrySections, getEntryFields } from '../../../domain/content/entries/entry-sections.ts'
import {
  entryKindLabels,
  entryLabels,
  entryStepLabels,
  type EntryKind,
  isEntryPublished,
  isEntryWithdrawn,
} from '../../../domain/content/entries/entry-states.ts'
import { dateTime } from '../../../domain/time.ts'
import * as store from '../../../stores/content/entries/entry-form.ts'
import { Button, LinkButton } from '../../../ui/button/Button.tsx'
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

type EntryPreviewProps = { kind: EntryKind; values: EntryValues; onClose: () => void }

/** Preview of the entry with the values of the form. */
const EntryPreview = ({ kind, values, onClose }: EntryPreviewProps) => {
  const [title, ...rest] = getEntryFields(kind).filter(({ as }) => as !== 'check')
  return (
    <Dialog
      open
      onClose={onClose}
      width="lg"
      title={textOf(values[title?.name ?? '']) || '未填写名称'}
      text="保存并发布后，读者看到的内容"
    >
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

const History = ({ entry }: { entry: NonNullable<store.EntryEditing['entry']> }) => (
  <section className="mt-6 rounded-lg border border-line bg-surface p-4 md:p-6" aria-labelledby="entry-history">
    <h2 id="entry-history" className="mb-3 text-lg font-semibold">
      变动经过
    </h2>
    {entry.history.length === 0 ? (
      <p className="text-ink-3">由导入或初始数据写入，尚未修改过。</p>
    ) : (
      <Timeline
        entries={entry.history.map(({ event, text, by, at }) => ({
          tone: event === 'publish' ? ('good' as const) : ('mute' as const),
          title: `${by} ${entryStepLabels[event] ?? event}`,
          note: text,
          time: dateTime(at),
          iso: at,
        }))}
      />
    )}
  </section>
)

const autosaveNote = '填写的内容自动保存在本浏览器'

type FormProps = { editing: store.EntryEditing; onSaved: (entryId: number) => void }

const Form = ({ editing: { kind, entry }, onSaved }: FormProps) => {
  const form = useForm(store.entryEditorForm)
  const restored = useStore(store.entryEditorForm.restored)
  const [previewing, setPreviewing] = useState(false)
  const { values, sending } = form
  if (values === null) return null
  const isOut = isEntryPublished(entry?.status)
  const send = (publish: boolean) =>
    void store.submitEntry(publish).then((saved) => {
      if (saved !== undefined) onSaved(saved.entryId)
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
              {isEntryPublished(editing.entry?.status) && kind !== 'project' && (
                <LinkButton size="sm" className="max-md:h-11" href={entryPageLinks[kind](editing.entry.entryId)}>
                  查看页面
                </LinkButton>
              )}
              <LinkButton size="sm" kind="plain" className="max-md:h-11" href={entryListLinks[kind]()}>
                返回列表
              </LinkButton>
            </span>
          </div>
          <Form editing={editing} onSaved={() => location.assign(entryListLinks[kind]())} />
          {editing.entry && <History entry={editing.entry} />}
        </>
      )}
    </AsyncContent>
  )
}
