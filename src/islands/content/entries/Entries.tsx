import {
  type EntryKind,
  entryKindLabels,
  entryLabels,
  entryStepLabels,
  entryTransitions,
  isEntryDraft,
  isEntryPublished,
  isFixedKind,
} from '../../../domain/content/entries/entry-states.ts'
import { Toaster } from '../../../ui/overlay/Toaster.tsx'
import { EntryEditor } from './EntryEditor.tsx'
import { useStore } from '@nanostores/react'
import type { EntryRow } from '../../../contract/content/entries.ts'
import { entryListLinks } from '../../../domain/content/entries/entry-links.ts'
import {
  type EntryAction,
  entryList,
  type EntryLists,
  type EntryConfirmation,
} from '../../../stores/content/entries/entry-list.ts'
import { LinkButton, Button } from '../../../ui/button/Button.tsx'
import { chipClass } from '../../../ui/chip/chip-class.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Confirm } from '../../../ui/overlay/Confirm.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { FilteredList } from '../../list/FilteredList.tsx'
import { links } from '../../../domain/links.ts'
import { projectPhaseAt, projectPhaseLabels, type ProjectPhase } from '../../../domain/projects/government-projects.ts'
import { dateTime } from '../../../domain/time.ts'
import { allowedEvents } from '../../../domain/transition.ts'
import { DataTable, type Column } from '../../../ui/table/DataTable.tsx'
import { StateBadge } from '../../../ui/text/StateBadge.tsx'
import { useNow } from '../../use-now.ts'

type Props = {
  kind: EntryKind
  /** Query of the URL: `edit` opens the form. */
  search: string
  /** Id of the signed-in user, for drafts. */
  who: number
}

type EntryListProps = { kind: EntryKind; rows: readonly EntryRow[]; ask: (asking: EntryConfirmation) => void }

const phase = ({ startsAt, deadline }: EntryRow, now: Date): ProjectPhase | null =>
  startsAt === null || deadline === null
    ? null
    : projectPhaseAt({ startsAt: new Date(startsAt), deadline: new Date(deadline) }, now)

type ActionsProps = Omit<EntryListProps, 'rows'> & { row: EntryRow; now: Date }

const Actions = ({ kind, row, now, ask }: ActionsProps) => {
  const isFree = !isFixedKind(kind) && row.scheduledAt === null
  const allowed: readonly EntryAction[] = !isFree
    ? []
    : [
        ...allowedEvents(entryTransitions, row.status, 'operator').filter((event) =>
          event === 'close' ? phase(row, now) === 'open' : event !== 'publish' || !row.unfinished,
        ),
        ...(isEntryDraft(row.status) ? ['delete' as const] : []),
      ]
  return (
    <span className="flex flex-wrap justify-end gap-2 py-2 md:flex-nowrap">
      <LinkButton
        size="sm"
        className="max-md:h-11"
        href={entryListLinks[kind]({ edit: row.entryId })}
        aria-label={`修改 ${row.title}`}
      >
        修改
      </LinkButton>
      {allowed.map((event) => (
        <Button
          key={event}
          size="sm"
          kind="plain"
          className="max-md:h-11"
          aria-label={`${entryStepLabels[event]} ${row.title}`}
          onClick={() => ask({ row, event })}
        >
          {entryStepLabels[event]}
        </Button>
      ))}
    </span>
  )
}

const titleOf = ({ title, note, status, page, unfinished, scheduledAt }: EntryRow) => (
  <span className="block max-w-140 py-2">
    {isEntryPublished(status) && page !== '' ? (
      <a href={page} className="font-medium wrap-anywhere hover:text-accent">
        {title}
      </a>
    ) : (
      <span className="font-medium wrap-anywhere">{title}</span>
    )}
    <span className="block text-sm text-ink-3">{note}</span>
    {scheduledAt !== null && (
      <span className="block text-sm text-accent tabular-nums">
        {isEntryPublished(status) ? '修改定于' : '定于'} {dateTime(scheduledAt)}{' '}
        {isEntryPublished(status) ? '生效' : '发布'}
      </span>
    )}
    {unfinished && <span className="block text-sm text-warn">尚未填写完整，补全后可以发布</span>}
  </span>
)

const projectColumns = (now: Date): Column<EntryRow>[] => [
  {
    key: 'deadline',
    head: '申报',
    className: 'whitespace-nowrap',
    cell: (row) => {
      const at = phase(row, now)
      return (
        <>
          {at !== null && <StateBadge {...projectPhaseLabels[at]} />}
          <span className="block text-sm text-ink-3 tabular-nums">
            {row.deadline === null ? '未设截止时间' : `截止 ${dateTime(row.deadline)}`}
          </span>
        </>
      )
    },
  },
  {
    key: 'declarations',
    head: '收到申报',
    align: 'right',
    className: 'whitespace-nowrap tabular-nums',
    cell: ({ declarations, title }) =>
      declarations === 0 ? (
        '0'
      ) : (
        <a
          href={links.declarationReviews({ keyword: title.slice(0, 30) })}
          className="inline-flex min-h-11 items-center text-accent hover:underline"
          aria-label={`查看“${title}”的 ${declarations} 份申报`}
        >
          {declarations}
        </a>
      ),
  },
]

/** Table of entries. */
const EntryTable = ({ kind, rows, ask }: EntryListProps) => {
  const now = new Date(useNow())
  const columns: readonly Column<EntryRow>[] = [
    { key: 'title', head: '名称', className: 'min-w-60', cell: titleOf },
    ...(kind === 'project' ? projectColumns(now) : []),
    {
      key: 'updated',
      head: '最近变动',
      className: 'whitespace-nowrap',
      cell: ({ updatedAt, editorName, byHand }) => (
        <>
          <span className="tabular-nums">{dateTime(updatedAt)}</span>
          <span className="block text-sm text-ink-3">{byHand ? editorName : '初始内容或导入'}</span>
        </>
      ),
    },
    {
      key: 'status',
      head: '状态',
      className: 'whitespace-nowrap',
      cell: ({ status }) => <StateBadge {...entryLabels[status]} />,
    },
    {
      key: 'action',
      head: '操作',
      isActions: true,
      align: 'right',
      cell: (row) => <Actions kind={kind} row={row} now={now} ask={ask} />,
    },
  ]
  return <DataTable caption="平台内容" columns={columns} rows={rows} rowKey={({ entryId }) => entryId} />
}

const sentences: Readonly<Record<EntryAction, (row: EntryRow) => string>> = {
  publish: ({ title }) => `“${title}”将对外显示。`,
  withdraw: ({ title }) => `“${title}”将不再对外显示，可以随时重新发布。`,
  close: ({ title }) => `“${title}”立即停止接收新的申报，已退回的申报仍可修改后提交。`,
  delete: ({ title }) => `草稿“${title}”与其中填写的内容将被删除，不能恢复。`,
}

type EntryConfirmProps = { kind: EntryKind; asking: EntryLists['asking'] }

/** Confirmation before a step of the list. */
const EntryConfirm = ({ kind, asking }: EntryConfirmProps) => {
  const open = useStore(asking.state)
  if (open === null) return null
  const { subject, sending, failure } = open
  const word = entryStepLabels[subject.event] ?? ''
  return (
    <Confirm
      open
      title={`${word}${entryKindLabels[kind]}`}
      text={`${failure ? `${word}失败：${failure.message}。` : ''}${sentences[subject.event](subject.row)}`}
      confirm={word}
      danger={subject.event !== 'publish'}
      busy={sending}
      onCancel={asking.close}
      onConfirm={() => void asking.submit(null).then((done) => done && toast.success(`已${word}`))}
    />
  )
}

const headings: Readonly<Record<EntryKind, string>> = {
  project: '申报项目维护',
  app: '数字应用与方案',
  solution: '数字应用与方案',
  news: '行业资讯维护',
  policy: '产业政策维护',
  park: '产业园区维护',
  announcement: '公告与帮助',
  question: '公告与帮助',
  page: '公告与帮助',
  link: '公告与帮助',
}
/** Fields that the search compares, by kind. */
const searchWords: Readonly<Record<EntryKind, string>> = {
  project: '项目名称或主管部门',
  app: '应用名称或厂商',
  solution: '方案名称或适用对象',
  news: '资讯标题或来源',
  policy: '政策标题或发文机关',
  park: '园区名称或地址',
  announcement: '公告标题或类型',
  question: '问题或一句话回答',
  page: '标题或摘要',
  link: '网站名称或地址',
}
/** Kinds that share a page, with its name. */
const sharedPages: readonly { readonly label: string; readonly kinds: readonly EntryKind[] }[] = [
  { label: '数字应用商店', kinds: ['app', 'solution'] },
  { label: '公告与帮助', kinds: ['announcement', 'question', 'page', 'link'] },
]

type PartsProps = { kind: EntryKind; label: string; kinds: readonly EntryKind[] }

/** Lists of several kinds on one page. */
const Parts = ({ kind, label, kinds }: PartsProps) => (
  <nav aria-label={label} className="mb-4 flex flex-wrap gap-2">
    {kinds.map((each) => (
      <a
        key={each}
        href={entryListLinks[each]()}
        aria-current={each === kind ? 'page' : undefined}
        className={chipClass(each === kind)}
      >
        {entryKindLabels[each]}
      </a>
    ))}
  </nav>
)

const Nothing = ({ kind }: { kind: EntryKind }) => (
  <EmptyState title={`暂无${entryKindLabels[kind]}`} text="新建后先存为草稿，发布后对外显示。">
    <LinkButton kind="main" href={entryListLinks[kind]({ edit: 'new' })}>
      新建{entryKindLabels[kind]}
    </LinkButton>
  </EmptyState>
)

/** Entries of one kind: filtered by state and keyword, published and withdrawn. */
const EntryList = ({ kind, search }: { kind: EntryKind; search: string }) => {
  const { list, asking } = entryList(kind)
  const word = entryKindLabels[kind]
  const shared = sharedPages.find(({ kinds }) => kinds.includes(kind))
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl font-semibold">{headings[kind]}</h1>
        {!isFixedKind(kind) && (
          <LinkButton kind="main" href={entryListLinks[kind]({ edit: 'new' })} className="max-md:h-11">
            新建{word}
          </LinkButton>
        )}
      </div>
      {shared !== undefined && <Parts kind={kind} {...shared} />}
      <FilteredList
        list={list}
        search={search}
        what={word}
        placeholder={searchWords[kind]}
        tabs={{ label: '发布状态', labelOf: (status) => entryLabels[status] }}
        empty={<Nothing kind={kind} />}
      >
        {({ data }) => <EntryTable kind={kind} rows={data} ask={asking.open} />}
      </FilteredList>
      <EntryConfirm kind={kind} asking={asking} />
    </>
  )
}

/** Content managed by operators: the list of a kind, or the form of one entry. */
export const Entries = ({ kind, search, who }: Props) => {
  const edit = new URLSearchParams(search).get('edit')
  const entryId = edit !== null && /^[1-9]\d{0,8}$/.test(edit) ? Number(edit) : null
  return (
    <>
      {edit === null ? (
        <EntryList kind={kind} search={search} />
      ) : (
        <EntryEditor kind={kind} entryId={edit === 'new' ? null : entryId} who={who} />
      )}
      <Toaster />
    </>
  )
}
