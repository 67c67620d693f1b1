import { useStore } from '@nanostores/react'
import { Plus } from 'lucide-react'
import { useEffect } from 'react'
import type { KnowledgeListRow, KnowledgePreviewRow } from '../../../contract/catalogue/search-operation.ts'
import { knowledgeRelationLabels, knowledgeRelations } from '../../../domain/search/knowledge.ts'
import { searchTypes } from '../../../domain/shell/search.ts'
import { dateTime } from '../../../domain/time.ts'
import * as store from '../../../stores/catalogue/search-operation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { Checkbox } from '../../../ui/form/Checkbox.tsx'
import { Input } from '../../../ui/form/Input.tsx'
import { Select } from '../../../ui/form/Select.tsx'
import { Textarea } from '../../../ui/form/Textarea.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { Toaster } from '../../../ui/overlay/Toaster.tsx'
import { DataTable, type Column } from '../../../ui/table/DataTable.tsx'
import { Tag } from '../../../ui/text/Tag.tsx'
import { FilteredList } from '../../list/FilteredList.tsx'

const columns: readonly Column<KnowledgeListRow>[] = [
  {
    key: 'term',
    head: '词',
    className: 'min-w-36',
    cell: ({ term, isOff }) => (
      <span className="flex flex-wrap items-center gap-2 py-2 wrap-anywhere">
        {term}
        {isOff && <Tag label="已停用" />}
      </span>
    ),
  },
  {
    key: 'relation',
    head: '类型',
    className: 'whitespace-nowrap',
    cell: ({ relation }) => knowledgeRelationLabels[relation].label,
  },
  {
    key: 'others',
    head: '对应的词',
    className: 'min-w-60',
    cell: ({ others }) => <span className="block max-w-120 py-2 wrap-anywhere">{others.join('、')}</span>,
  },
  {
    key: 'changed',
    head: '平台修改',
    className: 'whitespace-nowrap tabular-nums',
    cell: ({ updatedAt, updatedBy }) => (updatedAt === null ? '--' : `${updatedBy} ${dateTime(updatedAt)}`),
  },
  {
    key: 'action',
    head: '操作',
    isActions: true,
    align: 'right',
    cell: (row) => (
      <Button
        size="sm"
        className="max-md:h-11"
        aria-label={`修改：${row.term}`}
        onClick={() => store.editKnowledge(row)}
      >
        修改
      </Button>
    ),
  },
]

const Answer = ({ found }: { found: KnowledgePreviewRow['before'] }) => (
  <div className="min-w-0">
    <p className="font-medium tabular-nums">{found.total} 条</p>
    <ol className="mt-1 list-inside list-decimal text-sm text-ink-2">
      {found.top.map((name, at) => (
        <li key={at} className="truncate" title={name}>
          {name}
        </li>
      ))}
    </ol>
  </div>
)

/** What a change does to the questions, those with another answer first. */
const Preview = ({ rows, listings }: { rows: readonly KnowledgePreviewRow[]; listings: number }) => {
  const changed = rows.filter(({ isChanged }) => isChanged)
  return (
    <section aria-label="修改的效果">
      <p className="text-ink-2" role="status">
        试了 {rows.length} 个搜索，{changed.length === 0 ? '结果都不变' : `${changed.length} 个的结果有变化`}
        ；涉及 {listings} 项服务与商品。
      </p>
      {changed.map(({ kind, question, before, after }) => (
        <article key={`${kind} ${question}`} className="mt-3 rounded-lg border border-line p-4">
          <h3 className="font-medium wrap-anywhere">
            {question} <span className="text-sm font-normal text-ink-3">{searchTypes[kind].label}</span>
          </h3>
          <div className="mt-2 grid gap-4 md:grid-cols-2">
            <div className="min-w-0">
              <p className="text-sm text-ink-3">修改前</p>
              <Answer found={before} />
            </div>
            <div className="min-w-0">
              <p className="text-sm text-ink-3">修改后</p>
              <Answer found={after} />
            </div>
          </div>
        </article>
      ))}
    </section>
  )
}

const KnowledgeDialog = () => {
  const form = useStore(store.knowledgeForm)
  if (form === null) return null
  const { values, isFixed, preview, isSaving, failure, faults } = form
  const { term, others } = knowledgeRelationLabels[values.relation]
  const faultOf = (name: string) => faults.find(({ field }) => field === name || field.startsWith(`${name}.`))?.message
  const save = () => void store.saveKnowledge().then((saved) => saved && toast.success('已保存，搜索随即采用'))
  return (
    <Dialog
      open
      width="lg"
      form="sheet"
      onClose={store.closeKnowledge}
      title={isFixed ? '修改搜索知识' : '新增搜索知识'}
      text="先预览对常见搜索的影响，再保存。保存后不需要重启。"
      actions={
        <>
          <Button onClick={store.closeKnowledge}>取消</Button>
          <Button
            kind={preview.at === 'ready' ? 'plain' : 'main'}
            busy={preview.at === 'loading'}
            onClick={() => void store.previewKnowledge()}
          >
            预览
          </Button>
          <Button kind="main" disabled={preview.at !== 'ready'} busy={isSaving} onClick={save}>
            保存
          </Button>
        </>
      }
    >
      <div className="space-y-4">
        {failure !== null && <Notice tone="bad" title={failure.message} />}
        <div className="grid gap-4 md:grid-cols-2">
          <Select
            label="类型"
            required
            disabled={isFixed}
            options={knowledgeRelations.map((value) => ({ value, label: knowledgeRelationLabels[value].label }))}
            value={values.relation}
            onChange={(relation) => store.changeKnowledge({ relation })}
          />
          <Input
            label={term}
            required
            disabled={isFixed}
            maxLength={60}
            value={values.term}
            error={faultOf('term')}
            onChange={({ target }) => store.changeKnowledge({ term: target.value })}
          />
        </div>
        <Textarea
          label={others}
          required
          rows={4}
          hint="每行一个"
          value={values.others}
          error={faultOf('others')}
          onChange={({ target }) => store.changeKnowledge({ others: target.value })}
        />
        <Checkbox checked={values.isOff} onChange={({ target }) => store.changeKnowledge({ isOff: target.checked })}>
          停用这一项
        </Checkbox>
        {preview.at === 'ready' && <Preview rows={preview.rows} listings={preview.listings} />}
      </div>
    </Dialog>
  )
}

/** Terms and compounds that the search knows; operators add, change and switch them off. */
export const SearchKnowledge = ({ search }: { search: string }) => {
  useEffect(() => {
    const wrong = new URLSearchParams(search).get('add')
    if (wrong !== null) store.addKnowledge(wrong.slice(0, 60))
  }, [search])
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl font-semibold">搜索知识</h1>
        <Button kind="outline" className="max-md:h-11" onClick={() => store.addKnowledge()}>
          <Plus className="size-4" />
          新增
        </Button>
      </div>
      <FilteredList
        list={store.knowledgeList}
        search={search}
        what="搜索知识"
        placeholder="词、别名或 CAS 号"
        tabs={{ label: '类型', labelOf: (relation) => knowledgeRelationLabels[relation] }}
        empty={<EmptyState title="暂无搜索知识" text="新增同义词后，搜索会把它们当作同一个词。" />}
      >
        {({ data }) => (
          <DataTable
            caption="搜索知识"
            columns={columns}
            rows={data}
            rowKey={({ relation, term, version }) => `${relation} ${term} ${version}`}
          />
        )}
      </FilteredList>
      <KnowledgeDialog />
      <Toaster />
    </>
  )
}
