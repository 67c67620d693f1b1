import { useStore } from '@nanostores/react'
import type { ModerationWord } from '../../../contract/operations/moderation-words.ts'
import { maxWordLength, wordLevelLabels, wordLevels } from '../../../domain/operations/word-levels.ts'
import { dateTime } from '../../../domain/time.ts'
import * as store from '../../../stores/operations/moderation-words.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Input } from '../../../ui/form/Input.tsx'
import { Radio } from '../../../ui/form/Radio.tsx'
import { Textarea } from '../../../ui/form/Textarea.tsx'
import { Confirm } from '../../../ui/overlay/Confirm.tsx'
import { Toaster } from '../../../ui/overlay/Toaster.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { DataTable, type Column } from '../../../ui/table/DataTable.tsx'
import { StateBadge } from '../../../ui/text/StateBadge.tsx'
import { FormDialog } from '../../form/FormDialog.tsx'
import { useForm } from '../../form/use-form.ts'
import { FilteredList } from '../../list/FilteredList.tsx'

const tones = { forbidden: 'bad', suspicious: 'act' } as const

const columns: readonly Column<ModerationWord>[] = [
  { key: 'word', head: '词', className: 'min-w-32', cell: ({ word }) => <span className="font-medium">{word}</span> },
  {
    key: 'level',
    head: '分类',
    className: 'whitespace-nowrap',
    cell: ({ level }) => <StateBadge tone={tones[level]} label={wordLevelLabels[level]} />,
  },
  {
    key: 'reason',
    head: '理由',
    className: 'min-w-40',
    cell: ({ reason }) => <span className="wrap-anywhere">{reason}</span>,
  },
  {
    key: 'at',
    head: '维护',
    className: 'whitespace-nowrap',
    cell: ({ updatedBy, updatedAt }) => (
      <span className="block py-2">
        {updatedBy}
        <span className="block text-sm text-ink-3 tabular-nums">{dateTime(updatedAt)}</span>
      </span>
    ),
  },
  {
    key: 'do',
    head: '操作',
    isActions: true,
    align: 'right',
    cell: (row) => (
      <span className="inline-flex gap-2">
        <Button size="sm" className="max-md:h-11" aria-label={`修改 ${row.word}`} onClick={() => store.openWord(row)}>
          修改
        </Button>
        <Button
          size="sm"
          kind="danger"
          className="max-md:h-11"
          aria-label={`移除 ${row.word}`}
          onClick={() => store.openWordRemoval(row)}
        >
          移除
        </Button>
      </span>
    ),
  },
]

const WordForm = ({ isNew }: { isNew: boolean }) => {
  const form = useForm(store.wordForm)
  const send = () => void store.saveWord().then((worked) => worked && toast.success('已保存，数秒内生效'))
  return (
    <FormDialog
      form={form}
      title={isNew ? '添加词' : '修改词'}
      text="全角与半角、繁体与简体、大小写、空格的不同写法视为同一个词。"
      width="sm"
      submit="保存"
      onSubmit={send}
      onClose={store.closeWordDialog}
    >
      <Input label="词" required maxLength={maxWordLength} {...form.text('word')} />
      <Radio
        label="分类"
        options={wordLevels.map((value) => ({ value, label: wordLevelLabels[value] }))}
        value={form.values?.level ?? 'forbidden'}
        hint="含禁止发布的词时不能发布；含可疑的词时照常发布，并进入举报处理。聊天消息从不拦截。"
        onChange={(level) => store.wordForm.set('level', level)}
      />
      <Textarea
        label="理由"
        required
        rows={2}
        maxLength={200}
        typed={form.values?.reason.length ?? 0}
        {...form.text('reason')}
      />
    </FormDialog>
  )
}

const Dialogs = () => {
  const open = useStore(store.wordDialog)
  if (open.at === 'new' || open.at === 'edit') return <WordForm isNew={open.at === 'new'} />
  if (open.at === 'none') return null
  return (
    <Confirm
      open
      title={`移除“${open.row.word}”`}
      text={open.failure?.message ?? '移除后，新发布的内容不再检查这个词。'}
      confirm="移除"
      danger
      busy={open.sending}
      onCancel={store.closeWordDialog}
      onConfirm={() => void store.removeWord().then((worked) => worked && toast.success('已移除'))}
    />
  )
}

/** 词表: words that are refused, or bring what is published before operators. */
export const ModerationWords = ({ search }: { search: string }) => (
  <>
    <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
      <h1 className="text-2xl font-semibold">词表</h1>
      <Button kind="main" className="max-md:h-11" onClick={store.openNewWord}>
        添加词
      </Button>
    </div>
    <FilteredList
      list={store.moderationWords}
      search={search}
      what="词"
      placeholder="搜索词"
      tabs={{ label: '分类', labelOf: (level) => ({ label: wordLevelLabels[level] }) }}
      empty={
        <EmptyState title="词表为空" text="添加禁止发布的词与可疑的词，发布服务、商品、店铺、需求与评价时检查。" />
      }
    >
      {({ data }) => <DataTable caption="词表" columns={columns} rows={data} rowKey={({ wordId }) => wordId} />}
    </FilteredList>
    <Dialogs />
    <Toaster />
  </>
)
