import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { SavedSearch } from '../../../contract/catalogue/saved-searches.ts'
import { maxSavedSearches } from '../../../domain/catalogue/saved-search.ts'
import { links } from '../../../domain/links.ts'
import { date } from '../../../domain/time.ts'
import * as store from '../../../stores/catalogue/saved-searches.ts'
import { Button, LinkButton } from '../../../ui/button/Button.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Input } from '../../../ui/form/Input.tsx'
import { Switch } from '../../../ui/form/Switch.tsx'
import { Confirm } from '../../../ui/overlay/Confirm.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { Toaster } from '../../../ui/overlay/Toaster.tsx'
import { Tag } from '../../../ui/text/Tag.tsx'
import { FormDialog } from '../../form/FormDialog.tsx'
import { useForm } from '../../form/use-form.ts'
import { AsyncContent, cardFrame } from '../../list/AsyncContent.tsx'
import { CardSkeleton } from '../../list/TableSkeleton.tsx'

const kindLabels = { service: '服务', product: '商品' } as const

const Row = ({ row }: { row: SavedSearch }) => {
  const { savedSearchId, kind, name, conditions, isOn, newCount, createdAt } = row
  const isSwitching = useStore(store.switchingSearches).has(savedSearchId)
  const change = (on: boolean) =>
    void store.switchSearchAlerts(row, on).then((failure) => {
      if (failure !== null) toast.error(failure.message)
    })
  return (
    <article className="rounded-lg border border-line bg-surface p-4 desk:p-5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 className="min-w-0 text-lg font-medium wrap-anywhere">
          <a href={links.savedSearch(savedSearchId)} className="hover:text-accent">
            {name}
          </a>
          {newCount > 0 && <span className="ml-2 text-sm font-normal text-accent">{newCount} 条新结果</span>}
        </h2>
        <div className="flex flex-wrap items-center gap-2">
          <Switch label={isOn ? '提醒中' : '已关闭提醒'} on={isOn} onChange={change} disabled={isSwitching} />
          <LinkButton
            size="sm"
            kind="outline"
            className="max-md:h-11"
            href={links.savedSearch(savedSearchId)}
            aria-label={`打开搜索：${name}`}
          >
            打开
          </LinkButton>
          <Button
            size="sm"
            className="max-md:h-11"
            aria-label={`重命名搜索：${name}`}
            onClick={() => store.openRename(row)}
          >
            重命名
          </Button>
          <Button
            size="sm"
            className="max-md:h-11"
            aria-label={`删除搜索：${name}`}
            onClick={() => store.requestSearchDeletion(row)}
          >
            删除
          </Button>
        </div>
      </div>
      <p className="mt-2 flex flex-wrap items-center gap-2 text-ink-2">
        <Tag label={kindLabels[kind]} />
        <span className="min-w-0 wrap-anywhere">{conditions.join(' · ')}</span>
      </p>
      <p className="mt-2 text-sm text-ink-3">{date(createdAt)} 保存</p>
    </article>
  )
}

const Renaming = () => {
  const isOpen = useStore(store.isRenaming)
  const form = useForm(store.renameForm)
  if (!isOpen || form.values === null) return null
  return (
    <FormDialog
      form={form}
      title="重命名搜索"
      submit="保存"
      width="sm"
      onClose={store.closeRename}
      onSubmit={() => void store.saveName().then((saved) => saved && toast.success('名称已保存'))}
    >
      <Input label="名称" required maxLength={30} {...form.text('name')} />
    </FormDialog>
  )
}

const Deleting = () => {
  const now = useStore(store.searchDeletion)
  if (now.at === 'none') return null
  return (
    <Confirm
      open
      danger
      busy={now.at === 'sending'}
      title={`删除搜索“${now.row.name}”`}
      text={now.failure?.message ?? '删除后不再通知它的新结果。'}
      confirm="删除搜索"
      onCancel={store.cancelSearchDeletion}
      onConfirm={() => void store.deleteSearch().then((gone) => gone && toast.success('搜索已删除'))}
    />
  )
}

/** A person's saved searches: open, rename, switch alerts, delete. */
export const SavedSearches = () => {
  const state = useStore(store.savedSearches)
  useEffect(() => void store.loadSavedSearches(), [])
  return (
    <>
      <h1 className="mb-4 text-2xl font-semibold">保存的搜索</h1>
      <AsyncContent
        state={state}
        what="保存的搜索"
        onRetry={() => void store.loadSavedSearches()}
        frame={cardFrame}
        skeleton={<CardSkeleton lines={3} />}
      >
        {(rows) =>
          rows.length === 0 ? (
            cardFrame(
              <EmptyState
                title="暂无保存的搜索"
                text="在服务或商品列表中搜索、选择条件后，点“保存搜索”，有新结果时通知您。"
              >
                <LinkButton kind="main" href={links.serviceList()}>
                  查找服务
                </LinkButton>
                <LinkButton href={links.goodsList()}>查找商品</LinkButton>
              </EmptyState>,
            )
          ) : (
            <>
              <p className="mb-4 text-ink-2">
                新的服务与商品上架后几分钟内通知您，通知方式可在
                <a href={links.buyerPreferences()} className="text-accent underline underline-offset-4">
                  偏好设置
                </a>
                中选择。已用 {rows.length} / {maxSavedSearches} 个。
              </p>
              <div className="space-y-4">
                {rows.map((row) => (
                  <Row key={row.savedSearchId} row={row} />
                ))}
              </div>
            </>
          )
        }
      </AsyncContent>
      <Renaming />
      <Deleting />
      <Toaster />
    </>
  )
}
