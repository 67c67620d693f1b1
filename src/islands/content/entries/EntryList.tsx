import { entryListLinks } from '../../../domain/content/entries/entry-links.ts'
import { entryKindLabels, entryLabels, type EntryKind } from '../../../domain/content/entries/entry-states.ts'
import { entryList } from '../../../stores/content/entries/entry-list.ts'
import { LinkButton } from '../../../ui/Button.tsx'
import { chipClass } from '../../../ui/chip-class.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { FilteredList } from '../../FilteredList.tsx'
import { EntryConfirm } from './EntryConfirm.tsx'
import { EntryTable } from './EntryTable.tsx'

const headings: Readonly<Record<EntryKind, string>> = {
  project: '申报项目维护',
  app: '数字应用与方案',
  solution: '数字应用与方案',
  news: '行业资讯维护',
  policy: '产业政策维护',
  park: '产业园区维护',
}
/** What a search compares: the name, and what stands below it. */
const searchWords: Readonly<Record<EntryKind, string>> = {
  project: '项目名称或主管部门',
  app: '应用名称或厂商',
  solution: '方案名称或适用对象',
  news: '资讯标题或来源',
  policy: '政策标题或发文机关',
  park: '园区名称或地址',
}
const stores = ['app', 'solution'] as const

/** The store has two lists on one page. */
const Parts = ({ kind }: { kind: EntryKind }) => (
  <nav aria-label="数字应用商店" className="mb-4 flex gap-2">
    {stores.map((each) => (
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
  <EmptyState title={`还没有${entryKindLabels[kind]}`} text="新建后先存为草稿，发布后对外显示。">
    <LinkButton kind="main" href={entryListLinks[kind]({ edit: 'new' })}>
      新建{entryKindLabels[kind]}
    </LinkButton>
  </EmptyState>
)

/** What operators look after of one kind: found by state and words, published and taken away from here. */
export const EntryList = ({ kind, search }: { kind: EntryKind; search: string }) => {
  const { list, asking } = entryList(kind)
  const word = entryKindLabels[kind]
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl font-semibold">{headings[kind]}</h1>
        <LinkButton kind="main" href={entryListLinks[kind]({ edit: 'new' })} className="max-md:h-11">
          新建{word}
        </LinkButton>
      </div>
      {stores.some((each) => each === kind) && <Parts kind={kind} />}
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
