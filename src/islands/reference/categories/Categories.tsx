import { useStore } from '@nanostores/react'
import { ArrowDown, ArrowUp, ChevronDown, ChevronRight, Plus } from 'lucide-react'
import { useEffect } from 'react'
import { maxCategoryLevels } from '../../../domain/reference/category-tree.ts'
import { categoryUsageText } from '../../../domain/reference/category-usage-text.ts'
import * as store from '../../../stores/reference/category-editing.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { Tabs } from '../../../ui/navigation/Tabs.tsx'
import { Toaster } from '../../../ui/overlay/Toaster.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { StateBadge } from '../../../ui/text/StateBadge.tsx'
import { AsyncContent, cardFrame } from '../../list/AsyncContent.tsx'
import { CardSkeleton } from '../../list/TableSkeleton.tsx'
import { CategoryDialogs } from './CategoryDialogs.tsx'

const iconButton =
  'grid size-9 shrink-0 place-items-center rounded-md text-ink-2 hover:bg-surface-3 hover:text-accent disabled:text-ink-disabled max-md:size-11'

const indents = ['', '', 'pl-6', 'pl-12', 'pl-18']

const Actions = ({ row: { node, isFirst, isLast } }: { row: store.TreeRow }) => {
  const kind = useStore(store.editedKind)
  const isUsed = categoryUsageText(kind, node.usage) !== ''
  const shift = (by: -1 | 1) => void store.shiftCategory(node.categoryId, by)
  const small = 'max-md:h-11'
  const change = () =>
    void store.switchCategory(node).then((done) => done && toast.success(node.isOn ? '分类已停用' : '分类已启用'))
  return (
    <div
      className="flex flex-wrap items-center gap-2 bg-surface-2 px-4 py-3"
      role="group"
      aria-label={`${node.categoryName}的操作`}
    >
      <Button size="sm" className={small} disabled={isFirst} onClick={() => shift(-1)}>
        <ArrowUp className="size-4" />
        上移
      </Button>
      <Button size="sm" className={small} disabled={isLast} onClick={() => shift(1)}>
        <ArrowDown className="size-4" />
        下移
      </Button>
      {node.level < maxCategoryLevels[kind] && (
        <Button size="sm" className={small} onClick={() => store.openNewCategory(node.categoryId, node.categoryName)}>
          新增下级
        </Button>
      )}
      <Button size="sm" className={small} onClick={() => store.openCategory(node)}>
        修改
      </Button>
      <Button size="sm" className={small} onClick={() => store.openCategoryAttributes(node)}>
        属性{node.attributeCount > 0 && ` ${node.attributeCount}`}
      </Button>
      <Button size="sm" className={small} onClick={() => void store.openCategoryChange('move', node)}>
        移动
      </Button>
      <Button size="sm" className={small} onClick={() => void store.openCategoryChange('merge', node)}>
        合并到
      </Button>
      {(!node.isOn || !isUsed) && (
        <Button size="sm" className={small} onClick={change}>
          {node.isOn ? '停用' : '启用'}
        </Button>
      )}
      <Button size="sm" kind="danger" className={small} onClick={() => void store.openCategoryChange('remove', node)}>
        删除
      </Button>
    </div>
  )
}

const Row = ({ row }: { row: store.TreeRow }) => {
  const kind = useStore(store.editedKind)
  const chosen = useStore(store.chosenCategory)
  const { node, isOpen, hasChildren } = row
  const isChosen = chosen === node.categoryId
  const Chevron = isOpen ? ChevronDown : ChevronRight
  const usage = categoryUsageText(kind, node.usage)
  return (
    <li>
      <div className={`flex min-h-12 items-center gap-2 px-3 ${indents[node.level] ?? ''}`}>
        {hasChildren ? (
          <button
            type="button"
            className={iconButton}
            aria-expanded={isOpen}
            aria-label={`${node.categoryName}的下级`}
            onClick={() => store.toggleCategory(node.categoryId)}
          >
            <Chevron className="size-4" />
          </button>
        ) : (
          <span className="w-9 shrink-0 max-md:w-11" />
        )}
        <button
          type="button"
          className="flex min-h-11 min-w-0 flex-1 flex-wrap items-center gap-x-4 py-1 text-left hover:text-accent"
          aria-expanded={isChosen}
          onClick={() => store.chooseCategory(node.categoryId)}
        >
          <span className={`${isChosen ? 'font-medium text-accent' : ''}`}>{node.categoryName}</span>
          {!node.isOn && <StateBadge tone="mute" label="已停用" />}
          <span className="text-sm text-ink-3 tabular-nums md:ml-auto">{usage === '' ? '未使用' : usage}</span>
        </button>
      </div>
      {isChosen && <Actions row={row} />}
    </li>
  )
}

/** 分类: the trees of services and goods, their order, names, places and attributes. */
export const Categories = () => {
  const state = useStore(store.editedTree)
  const kind = useStore(store.editedKind)
  const rows = useStore(store.treeRows)
  const step = useStore(store.treeStep)
  useEffect(() => void store.loadEditedTree(), [])
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl font-semibold">分类</h1>
        {state.at === 'ready' && (
          <Button
            kind="main"
            className="max-md:h-11"
            onClick={() => store.openNewCategory(state.content.rootId, '第一级')}
          >
            <Plus className="size-4" />
            新增一级分类
          </Button>
        )}
      </div>
      <Tabs
        label="种类"
        tabs={[
          { key: 'service', label: '服务分类' },
          { key: 'product', label: '商品分类' },
        ]}
        current={kind}
        onChange={(key) => store.chooseEditedKind(key === 'product' ? 'product' : 'service')}
      >
        <p className="py-3 text-sm text-ink-3">
          数量含下级分类。改动随即对菜单、列表、搜索与发布表单生效；正在使用的分类不能停用或删除，可合并到其他分类。
        </p>
        {step.at === 'refused' && (
          <div className="mb-4">
            <Notice tone="bad" title={step.failure.message} />
          </div>
        )}
        <AsyncContent
          state={state}
          what="分类"
          onRetry={() => void store.loadEditedTree()}
          frame={cardFrame}
          skeleton={<CardSkeleton lines={12} className="min-h-[520px]" />}
        >
          {() => (
            <ul className="divide-y divide-line rounded-lg border border-line bg-surface" aria-label="分类">
              {rows.map((row) => (
                <Row key={row.node.categoryId} row={row} />
              ))}
            </ul>
          )}
        </AsyncContent>
      </Tabs>
      <CategoryDialogs />
      <Toaster />
    </>
  )
}
