import { useStore } from '@nanostores/react'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useEffect } from 'react'
import * as store from '../../stores/reference/category-order.ts'
import { Button } from '../../ui/button/Button.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { Select } from '../../ui/form/Select.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { cardFrame, AsyncContent } from '../list/AsyncContent.tsx'
import { CardSkeleton } from '../list/TableSkeleton.tsx'

const step =
  'grid size-9 place-items-center rounded-md text-ink-2 hover:bg-surface-3 hover:text-accent disabled:text-ink-disabled max-md:size-11'

const Rows = () => {
  const rows = useStore(store.orderedChildren)
  return (
    <ol className="divide-y divide-line rounded-lg border border-line bg-surface">
      {rows.map(({ categoryId, categoryName, count }, at) => (
        <li key={categoryId} className="flex min-h-12 items-center gap-3 px-4">
          <span className="w-6 shrink-0 text-right text-ink-3 tabular-nums">{at + 1}</span>
          <span className="min-w-0 flex-1">{categoryName}</span>
          <span className="text-sm text-ink-3 tabular-nums">在售 {count.toLocaleString('en-US')}</span>
          <span className="flex">
            <button
              type="button"
              className={step}
              disabled={at === 0}
              aria-label={`${categoryName}上移`}
              onClick={() => store.moveCategory(categoryId, -1)}
            >
              <ArrowUp className="size-4" />
            </button>
            <button
              type="button"
              className={step}
              disabled={at === rows.length - 1}
              aria-label={`${categoryName}下移`}
              onClick={() => store.moveCategory(categoryId, 1)}
            >
              <ArrowDown className="size-4" />
            </button>
          </span>
        </li>
      ))}
    </ol>
  )
}

/** 分类顺序: the order in which menus and pages show the children of one category. */
export const CategoryOrder = () => {
  const state = useStore(store.categoryTree)
  const kind = useStore(store.categoryKind)
  const parentId = useStore(store.parentId)
  const parents = useStore(store.orderableParents)
  const changed = useStore(store.isOrderChanged)
  const saving = useStore(store.orderSave)
  useEffect(() => void store.loadCategoryTree(), [])
  const save = () =>
    void store.saveCategoryOrder().then((done) => done && toast.success('顺序已保存，菜单与页面已更新'))
  return (
    <>
      <div className="mb-4 flex flex-wrap items-end gap-3">
        <Select
          className="w-full sm:w-40"
          label="种类"
          options={[
            { value: 'service', label: '服务' },
            { value: 'product', label: '商品' },
          ]}
          value={kind}
          onChange={(next) => store.chooseCategoryKind(next === 'product' ? 'product' : 'service')}
        />
        <Select
          className="w-full sm:w-72"
          label="调整哪一级"
          options={[
            { value: 0, label: '第一级' },
            ...parents.map((row) => ({
              value: row.categoryId,
              label: `${'　'.repeat(row.level - 1)}${row.categoryName} 的下一级`,
            })),
          ]}
          value={parentId ?? 0}
          onChange={(id) => store.chooseParentCategory(id === 0 ? null : id)}
        />
        <span className="flex gap-2 sm:ml-auto">
          <Button disabled={!changed || saving.at === 'sending'} onClick={store.undoCategoryOrder}>
            还原
          </Button>
          <Button kind="main" disabled={!changed} busy={saving.at === 'sending'} onClick={save}>
            保存顺序
          </Button>
        </span>
      </div>
      {saving.at === 'refused' && (
        <div className="mb-4">
          <Notice tone="bad" title={saving.failure.message} />
        </div>
      )}
      <AsyncContent
        state={state}
        what="分类"
        onRetry={() => void store.loadCategoryTree()}
        frame={cardFrame}
        skeleton={<CardSkeleton lines={10} className="min-h-[520px]" />}
      >
        {() => <Rows />}
      </AsyncContent>
    </>
  )
}
