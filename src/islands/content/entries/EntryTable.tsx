import type { EntryRow } from '../../../contract/content/entries.ts'
import { entryListLinks, entryPageLinks } from '../../../domain/content/entries/entry-links.ts'
import {
  entryLabels,
  entryStepWords,
  entryTransitions,
  type EntryKind,
} from '../../../domain/content/entries/entry-states.ts'
import { links } from '../../../domain/links.ts'
import { phaseOf, projectPhaseLabels, type ProjectPhase } from '../../../domain/projects/government-projects.ts'
import { dateTime } from '../../../domain/time.ts'
import { steps } from '../../../domain/transition.ts'
import type { EntryAct, EntryAsking } from '../../../stores/content/entries/entry-list.ts'
import { Button, LinkButton } from '../../../ui/Button.tsx'
import { DataTable, type Column } from '../../../ui/DataTable.tsx'
import { StateBadge } from '../../../ui/StateBadge.tsx'
import { useNow } from '../../use-now.ts'

type Props = { kind: EntryKind; rows: readonly EntryRow[]; ask: (asking: EntryAsking) => void }

const phase = ({ startsAt, deadline }: EntryRow, now: Date): ProjectPhase | null =>
  startsAt === null || deadline === null
    ? null
    : phaseOf({ startsAt: new Date(startsAt), deadline: new Date(deadline) }, now)

type ActionsProps = Omit<Props, 'rows'> & { row: EntryRow; now: Date }

const Actions = ({ kind, row, now, ask }: ActionsProps) => {
  const allowed: readonly EntryAct[] = [
    ...steps(entryTransitions, row.status, 'operator').filter((event) =>
      event === 'close' ? phase(row, now) === 'open' : event !== 'publish' || !row.unfinished,
    ),
    ...(row.status === 'draft' ? ['delete' as const] : []),
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
          aria-label={`${entryStepWords[event]} ${row.title}`}
          onClick={() => ask({ row, event })}
        >
          {entryStepWords[event]}
        </Button>
      ))}
    </span>
  )
}

const titleOf = (kind: EntryKind, { entryId, title, note, status, unfinished }: EntryRow) => (
  <span className="block max-w-140 py-2">
    {status === 'published' && kind !== 'project' ? (
      <a href={entryPageLinks[kind](entryId)} className="font-medium wrap-anywhere hover:text-accent">
        {title}
      </a>
    ) : (
      <span className="font-medium wrap-anywhere">{title}</span>
    )}
    <span className="block text-sm text-ink-3">{note}</span>
    {unfinished && <span className="block text-sm text-warn">还没有填完，补全后可以发布</span>}
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
            {row.deadline === null ? '--' : `截止 ${dateTime(row.deadline)}`}
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

/** What operators look after, one a row. */
export const EntryTable = ({ kind, rows, ask }: Props) => {
  const now = new Date(useNow())
  const columns: readonly Column<EntryRow>[] = [
    { key: 'title', head: '名称', className: 'min-w-60', cell: (row) => titleOf(kind, row) },
    ...(kind === 'project' ? projectColumns(now) : []),
    {
      key: 'updated',
      head: '最近变动',
      className: 'whitespace-nowrap',
      cell: ({ updatedAt, editorName, byHand }) => (
        <>
          <span className="tabular-nums">{dateTime(updatedAt)}</span>
          <span className="block text-sm text-ink-3">{byHand ? editorName : '导入'}</span>
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
      align: 'right',
      cell: (row) => <Actions kind={kind} row={row} now={now} ask={ask} />,
    },
  ]
  return <DataTable caption="平台内容" columns={columns} rows={rows} rowKey={({ entryId }) => entryId} />
}
