import { useState } from 'react'
import type { Failure } from '../../../contract/envelope.ts'
import type { Programme } from '../../../contract/projects/programmes.ts'
import { permissionName } from '../../../domain/accounts/permissions.ts'
import { links } from '../../../domain/links.ts'
import { yuan } from '../../../domain/money.ts'
import { isOpenToRole, programmeEntryLabels, programmeItemLabels } from '../../../domain/projects/programmes.ts'
import { dateTime, dayRange } from '../../../domain/time.ts'
import * as store from '../../../stores/projects/programmes/programme.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { Textarea } from '../../../ui/form/Textarea.tsx'
import { Timeline } from '../../../ui/navigation/Timeline.tsx'
import { Tag } from '../../../ui/text/Tag.tsx'
import { FactList } from '../../FactList.tsx'
import { usePermission } from '../../use-permission.ts'

const card = 'rounded-lg border border-line bg-surface p-4 md:p-6'

const dateKinds = { offers: '报价截止', payment: '付款到期', delivery: '约定交付' } as const

const Figure = ({ label, value }: { label: string; value: string }) => (
  <div className="rounded-lg border border-line bg-surface px-4 py-3">
    <dt className="text-sm text-ink-3">{label}</dt>
    <dd className="mt-1 text-xl font-semibold tabular-nums">{value}</dd>
  </div>
)

/** Dates to come, with links for whoever may open the pages. */
const Dates = ({ dates }: Pick<Programme, 'dates'>) => {
  const [mayOpenDemands, mayOpenOrders] = [usePermission('my_requirement'), usePermission('my_orders')]
  return (
    <section className={card} aria-label="近期日期">
      <h2 className="text-lg font-semibold">近期日期</h2>
      {dates.length === 0 ? (
        <p className="mt-3 text-ink-3">暂无将到的报价截止、付款与交付日期。</p>
      ) : (
        <ul className="mt-2 divide-y divide-line">
          {dates.map(({ kind, itemId, title, at }) => (
            <li key={`${kind} ${itemId} ${at}`} className="flex flex-wrap items-baseline gap-x-4 py-2">
              <time className="whitespace-nowrap tabular-nums" dateTime={at}>
                {dateTime(at)}
              </time>
              <span className="text-ink-3">{dateKinds[kind]}</span>
              {(kind === 'offers' ? mayOpenDemands : mayOpenOrders) ? (
                <a
                  href={kind === 'offers' ? links.buyerDemand(itemId) : links.buyerOrder(itemId)}
                  className="min-w-0 wrap-anywhere text-accent hover:underline max-md:inline-flex max-md:min-h-11 max-md:items-center"
                >
                  {title}
                </a>
              ) : (
                <span className="min-w-0 wrap-anywhere">{title}</span>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** A note to the colleagues of the programme. */
const NoteForm = () => {
  const [text, setText] = useState('')
  const [isSending, setSending] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const send = async () => {
    setSending(true)
    const refused = await store.addNote(text.trim())
    setSending(false)
    setFailure(refused)
    if (refused === null) setText('')
  }
  return (
    <form
      className="mt-3 space-y-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() !== '' && !isSending) void send()
      }}
    >
      {failure !== null && <Notice tone="bad" title={failure.message} />}
      <Textarea
        label="备注"
        rows={2}
        maxLength={500}
        typed={text.length}
        value={text}
        hint="能看到该项目的同事都可见。"
        onChange={(event) => setText(event.target.value)}
      />
      <Button type="submit" className="max-md:h-11" busy={isSending} disabled={text.trim() === ''}>
        添加备注
      </Button>
    </form>
  )
}

const eventLabel = (event: Programme['timeline'][number]['event']): string =>
  event === 'demand' || event === 'order' ? programmeItemLabels[event] : programmeEntryLabels[event]

/** Entries of the history shown before it is unfolded. */
const shownEntries = 10

const History = ({ timeline }: Pick<Programme, 'timeline'>) => {
  const [isUnfolded, setUnfolded] = useState(false)
  const shown = isUnfolded ? timeline : timeline.slice(0, shownEntries)
  return (
    <section className={card} aria-label="动态">
      <h2 className="text-lg font-semibold">动态</h2>
      <div className="mt-4">
        <Timeline
          entries={shown.map(({ event, by, text, at }, index) => ({
            tone: index === 0 ? 'go' : 'mute',
            title: `${eventLabel(event)}${text === '' ? '' : `：${text}`}`,
            note: by,
            time: dateTime(at),
            iso: at,
          }))}
        />
      </div>
      {timeline.length > shownEntries && (
        <Button className="mt-3 max-md:h-11" aria-expanded={isUnfolded} onClick={() => setUnfolded(!isUnfolded)}>
          {isUnfolded ? '收起' : `展开其余 ${timeline.length - shownEntries} 条`}
        </Button>
      )}
    </section>
  )
}

/** Figures, details, dates to come and history of a programme. */
export const ProgrammeOverview = ({ programme }: { programme: Programme }) => {
  const {
    demands,
    orders,
    ordered,
    paid,
    focus,
    startsOn,
    endsOn,
    openTo,
    owner,
    notes,
    timeline,
    dates,
    role,
    status,
  } = programme
  const mayAdd = isOpenToRole(role, status)
  return (
    <div className="space-y-4">
      <dl className="grid grid-cols-2 gap-3 desk:grid-cols-4">
        <Figure label="需求" value={String(demands)} />
        <Figure label="订单" value={String(orders)} />
        <Figure label="订单金额" value={`¥${yuan(ordered)}`} />
        <Figure label="已付" value={`¥${yuan(paid)}`} />
      </dl>
      <section className={card} aria-label="项目资料">
        <h2 className="mb-3 text-lg font-semibold">项目资料</h2>
        <FactList
          facts={[
            { label: '负责人', value: owner },
            {
              label: '起止日期',
              value: dayRange(startsOn, endsOn) || '未约定',
            },
            {
              label: '谁可以看到',
              value: openTo === null ? '仅成员' : `成员，与有“${permissionName(openTo)}”权限的同事`,
              wide: true,
            },
            {
              label: '靶点与适应症',
              value:
                focus === '' ? (
                  ''
                ) : (
                  <>
                    <Tag label="保密" /> {focus}
                  </>
                ),
              wide: true,
            },
          ]}
        />
      </section>
      <Dates dates={dates} />
      {(mayAdd || notes.length > 0) && (
        <section className={card} aria-label="备注">
          <h2 className="text-lg font-semibold">备注</h2>
          {mayAdd && <NoteForm />}
          <div className="mt-4 empty:hidden">
            {notes.length > 0 && (
              <Timeline
                entries={notes.map(({ by, text, at }) => ({
                  tone: 'mute',
                  title: text,
                  note: by,
                  time: dateTime(at),
                  iso: at,
                }))}
              />
            )}
          </div>
        </section>
      )}
      <History timeline={timeline} />
    </div>
  )
}
