import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { failures } from '../../../contract/failures.ts'
import { entryListLinks, entryPageLinks } from '../../../domain/content/entries/entry-links.ts'
import { entrySections } from '../../../domain/content/entries/entry-sections.ts'
import {
  entryKindLabels,
  entryLabels,
  entryStepWords,
  type EntryKind,
} from '../../../domain/content/entries/entry-states.ts'
import { dateTime } from '../../../domain/time.ts'
import * as store from '../../../stores/content/entries/entry-form.ts'
import { Button, LinkButton } from '../../../ui/Button.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { StateBadge } from '../../../ui/StateBadge.tsx'
import { Timeline } from '../../../ui/Timeline.tsx'
import { card, Shown } from '../../Shown.tsx'
import { CardSkeleton } from '../../TableSkeleton.tsx'
import { TypedFormBox } from '../../TypedFormBox.tsx'
import { useTypedForm } from '../../use-typed-form.ts'
import { EntryControl } from './EntryControl.tsx'
import { EntryPreview } from './EntryPreview.tsx'

const History = ({ entry }: { entry: NonNullable<store.Editing['entry']> }) => (
  <section className="mt-6 rounded-lg border border-line bg-surface p-4 md:p-6" aria-labelledby="entry-history">
    <h2 id="entry-history" className="mb-3 text-lg font-semibold">
      变动经过
    </h2>
    {entry.history.length === 0 ? (
      <p className="text-ink-3">由导入或初始数据写入，还没有人修改过。</p>
    ) : (
      <Timeline
        entries={entry.history.map(({ event, text, by, at }) => ({
          tone: event === 'publish' ? ('good' as const) : ('mute' as const),
          title: `${by} ${entryStepWords[event] ?? event}`,
          note: text,
          time: dateTime(at),
          iso: at,
        }))}
      />
    )}
  </section>
)

const kept = '填写的内容自动保存在本浏览器'

type FormProps = { editing: store.Editing; onSaved: (entryId: number) => void }

const Form = ({ editing: { kind, entry }, onSaved }: FormProps) => {
  const form = useTypedForm(store.form)
  const restored = useStore(store.form.restored)
  const [previewing, setPreviewing] = useState(false)
  const { values, sending } = form
  if (values === null) return null
  const isOut = entry?.status === 'published'
  const send = (publish: boolean) =>
    void store.submit(publish).then((saved) => {
      if (saved !== undefined) onSaved(saved.entryId)
    })
  return (
    <>
      {restored && (
        <div className="mb-4">
          <Notice tone="act" title="已恢复上次没有保存的内容">
            <button type="button" className="text-accent hover:underline max-md:min-h-11" onClick={store.startOver}>
              放弃并重新填写
            </button>
          </Notice>
        </div>
      )}
      <TypedFormBox
        form={form}
        sticky
        label={entryKindLabels[kind]}
        submit={isOut ? '保存' : '保存并发布'}
        onSubmit={() => send(!isOut)}
        note={isOut ? '保存后立即对外生效' : entry?.status === 'withdrawn' ? kept : `${kept}，有名称即可存为草稿`}
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
                {entry?.status === 'withdrawn' ? '只保存' : '存为草稿'}
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
                <EntryControl key={field.name} field={field} values={values} fault={form.fault} />
              ))}
            </div>
          </fieldset>
        ))}
      </TypedFormBox>
      {previewing && <EntryPreview kind={kind} values={values} onClose={() => setPreviewing(false)} />}
    </>
  )
}

type Props = { kind: EntryKind; entryId: number | null; who: number }

/** The form of one that operators look after, with its history. */
export const EntryEditor = ({ kind, entryId, who }: Props) => {
  const state = useStore(store.editing)
  const read = () => void store.open(kind, entryId, who)
  useEffect(read, [kind, entryId, who])
  const word = entryKindLabels[kind]
  const heading = `${entryId === null ? '新建' : '修改'}${word}`
  return (
    <Shown
      state={state}
      what={word}
      heading={heading}
      onRetry={read}
      frame={card}
      skeleton={<CardSkeleton lines={12} />}
    >
      {(editing) => (
        <>
          <div className="mb-4 flex flex-wrap items-center gap-3">
            <h1 className="text-2xl font-semibold">{heading}</h1>
            {editing.entry && <StateBadge {...entryLabels[editing.entry.status]} form="tint" />}
            <span className="ml-auto flex gap-2">
              {editing.entry?.status === 'published' && kind !== 'project' && (
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
    </Shown>
  )
}
