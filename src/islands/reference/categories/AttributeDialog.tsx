import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { EditedAttribute, EditedCategory } from '../../../contract/reference/category-editing.ts'
import { attributeInputs, type AttributeInput } from '../../../domain/catalogue/attributes.ts'
import * as store from '../../../stores/reference/attribute-editing.ts'
import { closeCategoryDialog, loadEditedTree } from '../../../stores/reference/category-editing.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { Checkbox } from '../../../ui/form/Checkbox.tsx'
import { Input } from '../../../ui/form/Input.tsx'
import { Select } from '../../../ui/form/Select.tsx'
import { Textarea } from '../../../ui/form/Textarea.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { StateBadge } from '../../../ui/text/StateBadge.tsx'
import { FormDialog } from '../../form/FormDialog.tsx'
import { useForm } from '../../form/use-form.ts'
import { AsyncContent, cardFrame } from '../../list/AsyncContent.tsx'
import { MoveButtons } from '../../list/MoveButtons.tsx'
import { CardSkeleton } from '../../list/TableSkeleton.tsx'

const inputLabels: Readonly<Record<AttributeInput, string>> = {
  select: '单选',
  multi: '多选',
  text: '文字',
  number: '数字',
}

const AttributeForm = () => {
  const form = useForm(store.attributeForm)
  const { values } = form
  if (values === null) return null
  const isNew = values.attributeId === 0
  const save = () => void store.saveAttribute().then((done) => done && toast.success('属性已保存'))
  return (
    <FormDialog
      form={form}
      title={isNew ? '新增属性' : '修改属性'}
      text={isNew ? undefined : '已发布的内容保留已填写的值。'}
      width="sm"
      submit="保存"
      onSubmit={save}
      onClose={store.closeAttributeForm}
    >
      <Input label="名称" required maxLength={20} {...form.text('name')} />
      {isNew ? (
        <Select
          label="填写方式"
          hint="保存后不能更改"
          options={attributeInputs.map((value) => ({ value, label: inputLabels[value] }))}
          value={values.input}
          onChange={(input) => store.attributeForm.set('input', input)}
        />
      ) : (
        <p className="text-sm text-ink-2">填写方式：{inputLabels[values.input]}</p>
      )}
      {(values.input === 'select' || values.input === 'multi') && (
        <Textarea label="选项" required rows={6} hint="一行一项，按此顺序显示" {...form.text('options')} />
      )}
      <Input label="单位" maxLength={10} hint="如 ℃、周；没有则不填" {...form.text('unit')} />
      <Checkbox
        checked={values.required}
        onChange={(event) => store.attributeForm.set('required', event.target.checked)}
      >
        提交时必填
      </Checkbox>
    </FormDialog>
  )
}

const Row = ({ row, at, count }: { row: EditedAttribute; at: number; count: number }) => (
  <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2">
    <span className="min-w-0 flex-1 basis-48">
      <span className="flex flex-wrap items-center gap-2">
        {row.name}
        {row.unit !== '' && <span className="text-sm text-ink-3">{row.unit}</span>}
        {row.required && <StateBadge tone="act" label="必填" />}
        {!row.isOn && <StateBadge tone="mute" label="已停用" />}
      </span>
      <span className="block truncate text-sm text-ink-3">
        {inputLabels[row.input]}
        {row.options.length > 0 && `：${row.options.join('、')}`}
      </span>
    </span>
    <span className="flex items-center">
      <MoveButtons
        name={row.name}
        isFirst={at === 0}
        isLast={at === count - 1}
        onMove={(by) => void store.shiftAttribute(row.attributeId, by)}
      />
      <Button
        size="sm"
        className="mr-2 max-md:h-11"
        aria-label={`修改 ${row.name}`}
        onClick={() => store.openAttributeForm(row)}
      >
        修改
      </Button>
      <Button
        size="sm"
        className="max-md:h-11"
        aria-label={`${row.isOn ? '停用' : '启用'} ${row.name}`}
        onClick={() => void store.switchAttribute(row)}
      >
        {row.isOn ? '停用' : '启用'}
      </Button>
    </span>
  </li>
)

/** Own attributes of a category, which its subcategories inherit. */
export const AttributeDialog = ({ node }: { node: EditedCategory }) => {
  const state = useStore(store.editedAttributes)
  const step = useStore(store.attributeStep)
  const isFormOpen = useStore(store.isAttributeFormOpen)
  useEffect(() => void store.loadEditedAttributes(node.categoryId), [node.categoryId])
  const close = () => {
    closeCategoryDialog()
    void loadEditedTree()
  }
  if (isFormOpen) return <AttributeForm />
  return (
    <Dialog
      open
      onClose={close}
      title={`“${node.categoryName}”的属性`}
      text="发布时填写，下级分类沿用。停用的属性不再填写与显示，已填写的内容保留。"
      width="lg"
      form="sheet"
      actions={
        <>
          <Button onClick={close}>关闭</Button>
          <Button kind="main" onClick={() => store.openAttributeForm()}>
            新增属性
          </Button>
        </>
      }
    >
      {step.at === 'refused' && (
        <div className="mb-4">
          <Notice tone="bad" title={step.failure.message} />
        </div>
      )}
      <AsyncContent
        state={state}
        what="属性"
        onRetry={() => void store.loadEditedAttributes()}
        frame={cardFrame}
        skeleton={<CardSkeleton lines={4} />}
      >
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState title="暂无自身的属性" text="上级分类的属性照常沿用。" />
          ) : (
            <ul className="divide-y divide-line rounded-lg border border-line" aria-label="属性">
              {rows.map((row, at) => (
                <Row key={row.attributeId} row={row} at={at} count={rows.length} />
              ))}
            </ul>
          )
        }
      </AsyncContent>
    </Dialog>
  )
}
