import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { categoryUsageText } from '../../../domain/reference/category-usage-text.ts'
import * as store from '../../../stores/reference/category-editing.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { Input } from '../../../ui/form/Input.tsx'
import { Select } from '../../../ui/form/Select.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { goodsIllustrations, markNames, serviceIllustrations } from '../../../ui/picture/mark-names.ts'
import { FormDialog } from '../../form/FormDialog.tsx'
import { useForm } from '../../form/use-form.ts'
import { AttributeDialog } from './AttributeDialog.tsx'

const marks = [
  { value: '', label: '不用图标' },
  ...markNames.map((name) => ({ value: String(name), label: `图标 ${name}` })),
]
const figures = [
  { value: '', label: '沿用上级的插图' },
  ...[...new Set<string>([...serviceIllustrations, ...goodsIllustrations])].map((name) => ({
    value: name,
    label: `插图 ${name}`,
  })),
]

const CategoryForm = ({ title, isNew }: { title: string; isNew: boolean }) => {
  const form = useForm(store.categoryForm)
  const save = () => void store.saveCategory().then((done) => done && toast.success('已保存，页面随即更新'))
  return (
    <FormDialog
      form={form}
      title={title}
      text={isNew ? undefined : '改名后，该分类下的内容随即可按新名称搜到。'}
      width="sm"
      submit="保存"
      onSubmit={save}
      onClose={store.closeCategoryDialog}
    >
      <Input
        label="名称"
        required
        maxLength={20}
        typed={form.values?.categoryName.length ?? 0}
        {...form.text('categoryName')}
      />
      <Select
        label="图标"
        error={form.error('mark')}
        options={marks}
        value={form.values?.mark ?? ''}
        onChange={(mark) => store.categoryForm.set('mark', mark)}
      />
      <Select
        label="插图"
        hint="没有上传图片的内容显示分类的插图"
        error={form.error('figure')}
        options={figures}
        value={form.values?.figure ?? ''}
        onChange={(figure) => store.categoryForm.set('figure', figure)}
      />
    </FormDialog>
  )
}

const texts = {
  move: { title: '移动', confirm: '移动', target: '移到', done: '分类已移动' },
  merge: { title: '合并', confirm: '合并', target: '并入', done: '分类已合并' },
  remove: { title: '删除', confirm: '删除', target: '', done: '分类已删除' },
} as const

const Preview = ({ dialog: { at, usage } }: { dialog: store.CategoryChange }) => {
  const kind = useStore(store.editedKind)
  if (usage === null) return <p className="text-ink-3">正在统计使用情况…</p>
  const used = categoryUsageText(kind, usage)
  if (at === 'remove')
    return used === '' ? (
      <p>该分类未被使用，将连同下级分类与属性一并删除，不能恢复。</p>
    ) : (
      <Notice tone="act" title="该分类正在使用，不能删除">
        {used}。请先合并到其他分类。
      </Notice>
    )
  return (
    <Notice tone="go" title={used === '' ? '该分类未被使用' : `将一并改变：${used}`}>
      {at === 'merge'
        ? '下级分类随同转入，同名的合并；原分类不再存在，原网址转到目标分类，已打开的发布表单照常保存到目标分类。目标分类没有的属性转入并改为选填。'
        : '下级分类与其中的内容随同移动。原上级的属性不再填写，已填写的内容保留。'}
    </Notice>
  )
}

/** Dialog of a move, a merge or a deletion, with what changes along. */
const ChangeDialog = ({ dialog }: { dialog: store.CategoryChange }) => {
  const targets = useStore(store.targetCategories)
  const kind = useStore(store.editedKind)
  const [part, setPart] = useState('')
  const { at, node, usage, targetId, sending, failure } = dialog
  const text = texts[at]
  const isUsed = usage !== null && categoryUsageText(kind, usage) !== ''
  const shown = targets.filter(({ value, label }) => value === targetId || label.includes(part.trim()))
  const run = () =>
    void store.changeCategory().then((outcome) => {
      if (outcome === 'done') toast.success(text.done)
      if (outcome === 'waiting') toast.success('已提交，另一位运营人员也选择删除后生效')
    })
  return (
    <Dialog
      open
      onClose={store.closeCategoryDialog}
      title={`${text.title}“${node.categoryName}”`}
      form="sheet"
      actions={
        <>
          <Button onClick={store.closeCategoryDialog} disabled={sending}>
            取消
          </Button>
          {at === 'remove' && isUsed ? (
            <Button kind="main" onClick={() => void store.openCategoryChange('merge', node)}>
              合并到其他分类
            </Button>
          ) : (
            <Button
              kind={at === 'move' ? 'main' : 'danger'}
              busy={sending}
              disabled={usage === null || (at !== 'remove' && targetId === null)}
              onClick={run}
            >
              {text.confirm}
            </Button>
          )}
        </>
      }
    >
      <div className="space-y-5">
        {failure && <Notice tone="bad" title={failure.message} />}
        {at !== 'remove' && (
          <>
            <Input
              label="查找"
              placeholder="分类名称的一部分"
              maxLength={20}
              value={part}
              onChange={(event) => setPart(event.target.value)}
            />
            <Select
              label={text.target}
              required
              placeholder={shown.length === 0 ? '没有符合条件的分类' : '请选择分类'}
              options={shown}
              value={targetId}
              onChange={store.chooseTargetCategory}
            />
          </>
        )}
        <Preview dialog={dialog} />
      </div>
    </Dialog>
  )
}

/** The open dialog of the page. */
export const CategoryDialogs = () => {
  const dialog = useStore(store.categoryDialog)
  if (dialog.at === 'none') return null
  if (dialog.at === 'new') return <CategoryForm isNew title={`新增分类：${dialog.parentName}`} />
  if (dialog.at === 'edit') return <CategoryForm isNew={false} title="修改分类" />
  if (dialog.at === 'attributes') return <AttributeDialog node={dialog.node} />
  return <ChangeDialog key={`${dialog.at} ${dialog.node.categoryId}`} dialog={dialog} />
}
