import { useStore } from '@nanostores/react'
import { Plus } from 'lucide-react'
import { useEffect } from 'react'
import type { EditedValue } from '../../contract/reference/dictionary-editing.ts'
import {
  declarationOf,
  editedDictionaries,
  editedDictionaryNames,
  type EditedDictionary,
} from '../../domain/reference/edited-dictionaries.ts'
import * as store from '../../stores/reference/dictionary-editing.ts'
import { Button } from '../../ui/button/Button.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { Input } from '../../ui/form/Input.tsx'
import { Tabs } from '../../ui/navigation/Tabs.tsx'
import { Confirm } from '../../ui/overlay/Confirm.tsx'
import { Toaster } from '../../ui/overlay/Toaster.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { FormDialog } from '../form/FormDialog.tsx'
import { useForm } from '../form/use-form.ts'
import { AsyncContent, cardFrame } from '../list/AsyncContent.tsx'
import { MoveButtons } from '../list/MoveButtons.tsx'
import { CardSkeleton } from '../list/TableSkeleton.tsx'

function hintOf(dictionary: EditedDictionary): string {
  const { uses, isFixed } = declarationOf(dictionary)
  if (uses === '') return '显示在搜索框下方，按此先后；太多时靠后的不显示。'
  return isFixed === true
    ? '按此先后供卖家选择；正在使用的标签不能改名或删除，可以新增一个，由卖家改选。'
    : '按此先后显示在表单与筛选中；正在使用的值不能删除，可以改名。'
}

const Row = ({ row, at, count }: { row: EditedValue; at: number; count: number }) => {
  const { uses, isFixed } = declarationOf(useStore(store.editedDictionary))
  return (
    <li className="flex flex-wrap items-center gap-x-3 px-4 py-1.5">
      <span className="w-6 shrink-0 text-right text-ink-3 tabular-nums">{at + 1}</span>
      <span className="min-w-0 flex-1 wrap-anywhere">{row.text}</span>
      {uses !== '' && (
        <span className="text-sm text-ink-3 tabular-nums">
          {row.uses === 0 ? '未使用' : `${uses} ${row.uses.toLocaleString('en-US')}`}
        </span>
      )}
      <span className="flex items-center max-md:w-full max-md:justify-end">
        <MoveButtons
          name={row.text}
          isFirst={at === 0}
          isLast={at === count - 1}
          onMove={(by) => void store.shiftValue(row.valueId, by)}
        />
        <Button
          size="sm"
          className="mr-2 max-md:h-11"
          disabled={isFixed === true && row.uses > 0}
          aria-label={`改名 ${row.text}`}
          onClick={() => store.openValue(row)}
        >
          改名
        </Button>
        <Button
          size="sm"
          className="max-md:h-11"
          disabled={row.uses > 0}
          aria-label={`删除 ${row.text}`}
          onClick={() => store.openValueRemoval(row)}
        >
          删除
        </Button>
      </span>
    </li>
  )
}

const ValueForm = ({ isNew }: { isNew: boolean }) => {
  const form = useForm(store.valueForm)
  const { label, uses, isFixed } = declarationOf(useStore(store.editedDictionary))
  const save = () => void store.saveValue().then((done) => done && toast.success('已保存，页面随即更新'))
  return (
    <FormDialog
      form={form}
      title={`${isNew ? '新增' : '改名'}：${label}`}
      text={isNew || uses === '' || isFixed === true ? undefined : `使用它的${uses}随之改名。`}
      width="sm"
      submit="保存"
      onSubmit={save}
      onClose={store.closeValueDialog}
    >
      <Input label="名称" required maxLength={20} typed={form.values?.text.length ?? 0} {...form.text('text')} />
    </FormDialog>
  )
}

const Dialogs = () => {
  const dialog = useStore(store.valueDialog)
  const { at } = useStore(store.valueStep)
  if (dialog.at === 'none') return null
  if (dialog.at !== 'remove') return <ValueForm isNew={dialog.at === 'new'} />
  return (
    <Confirm
      open
      title={`删除“${dialog.row.text}”`}
      text="需要两位运营人员：另一位也选择删除后，页面上不再显示。"
      confirm="删除"
      danger
      busy={at === 'sending'}
      onCancel={store.closeValueDialog}
      onConfirm={() =>
        void store.deleteValue().then((outcome) => {
          if (outcome === 'done') toast.success('已删除')
          if (outcome === 'waiting') toast.success('已提交，另一位运营人员确认后删除')
        })
      }
    />
  )
}

/** 字典、标签与热词: values of dictionaries, tags of sellers, and hot words of the search. */
export const Dictionaries = () => {
  const state = useStore(store.editedValues)
  const chosen = useStore(store.editedDictionary)
  const step = useStore(store.valueStep)
  useEffect(() => void store.loadEditedValues(), [])
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl font-semibold">字典、标签与热词</h1>
        <Button kind="main" className="max-md:h-11" onClick={() => store.openValue()}>
          <Plus className="size-4" />
          新增
        </Button>
      </div>
      <Tabs
        label="字典"
        tabs={editedDictionaryNames.map((key) => ({ key, label: editedDictionaries[key].label }))}
        current={chosen}
        onChange={store.chooseEditedDictionary}
      >
        <p className="py-3 text-sm text-ink-3">{hintOf(chosen)}</p>
        {step.at === 'refused' && (
          <div className="mb-4">
            <Notice tone="bad" title={step.failure.message} />
          </div>
        )}
        <AsyncContent
          state={state}
          what="字典"
          onRetry={() => void store.loadEditedValues()}
          frame={cardFrame}
          skeleton={<CardSkeleton lines={6} />}
        >
          {(rows) =>
            rows.length === 0 ? (
              cardFrame(<EmptyState title="暂无内容" text="新增后，页面随即显示。" />)
            ) : (
              <ul
                className="divide-y divide-line rounded-lg border border-line bg-surface"
                aria-label={editedDictionaries[chosen].label}
              >
                {rows.map((row, at) => (
                  <Row key={row.valueId} row={row} at={at} count={rows.length} />
                ))}
              </ul>
            )
          }
        </AsyncContent>
      </Tabs>
      <Dialogs />
      <Toaster />
    </>
  )
}
