import { useStore } from '@nanostores/react'
import { Plus } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { Subscription } from '../../../contract/demands/matching.ts'
import { links } from '../../../domain/links.ts'
import { yuan } from '../../../domain/money.ts'
import { serviceCategories, loadServiceCategories } from '../../../stores/demands/choices.ts'
import { subscriptionValuesFromSearch } from '../../../stores/demands/matching/subscription-values.ts'
import * as store from '../../../stores/demands/matching/subscriptions.ts'
import { districts, loadDistricts } from '../../../stores/districts.ts'
import { Button, LinkButton } from '../../../ui/button/Button.tsx'
import { Confirm } from '../../../ui/overlay/Confirm.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Switch } from '../../../ui/form/Switch.tsx'
import { Toaster } from '../../../ui/overlay/Toaster.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { cardFrame, AsyncContent } from '../../list/AsyncContent.tsx'
import { SubscriptionDialog } from './SubscriptionDialog.tsx'
import { CardSkeleton } from '../../list/TableSkeleton.tsx'

const maxSubscriptions = 20

const Conditions = ({ row }: { row: Subscription }) => {
  const parts: readonly (readonly [string, string])[] = [
    ['分类', row.categories.map(({ categoryName }) => categoryName).join('、') || '不限'],
    ['关键词', row.words.join('、') || '不限'],
    ['地区', row.districts.map(({ districtName }) => districtName).join('、') || '不限'],
    ['预算', row.budgetFrom === null ? '不限' : `¥${yuan(row.budgetFrom)} 起`],
  ]
  return (
    <dl className="mt-3 grid gap-x-8 gap-y-1.5 md:grid-cols-2">
      {parts.map(([label, value]) => (
        <div key={label} className="flex gap-3">
          <dt className="w-14 shrink-0 text-ink-3">{label}</dt>
          <dd className="min-w-0 break-words">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

const Row = ({ row }: { row: Subscription }) => {
  const turning = useStore(store.togglingSubscriptions).has(row.subscriptionId)
  const turn = (isOn: boolean) =>
    void store.toggleSubscription(row, isOn).then((failure) => {
      if (failure !== null) toast.error(failure.message)
    })
  return (
    <article className="rounded-lg border border-line bg-surface p-4 desk:p-5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 className="text-lg font-medium break-words">{row.name}</h2>
        <div className="flex items-center gap-2">
          <Switch label={row.isOn ? '通知中' : '已暂停'} on={row.isOn} onChange={turn} disabled={turning} />
          <Button
            size="sm"
            className="max-md:h-11"
            aria-label={`修改订阅：${row.name}`}
            onClick={() => store.editSubscription(row)}
          >
            修改
          </Button>
          <Button
            size="sm"
            className="max-md:h-11"
            aria-label={`删除订阅：${row.name}`}
            onClick={() => store.requestSubscriptionDeletion(row)}
          >
            删除
          </Button>
        </div>
      </div>
      <Conditions row={row} />
    </article>
  )
}

const Deleting = () => {
  const now = useStore(store.subscriptionDeletion)
  if (now.at === 'none') return null
  return (
    <Confirm
      open
      danger
      busy={now.at === 'sending'}
      title={`删除订阅“${now.row.name}”`}
      text={now.failure?.message ?? '不再为它通知新需求，已匹配的需求仍会保留。'}
      confirm="删除订阅"
      onCancel={store.cancelSubscriptionDeletion}
      onConfirm={() => void store.deleteSubscription().then((gone) => gone && toast.success('订阅已删除'))}
    />
  )
}

const NoSubscriptions = ({ suggested }: { suggested: store.Subscriptions['suggested'] }) => (
  <EmptyState
    title="暂无订阅"
    text={
      suggested.length > 0
        ? `可以从您店铺已有服务的分类开始：${suggested.map(({ categoryName }) => categoryName).join('、')}。`
        : '订阅关注的分类、关键词与地区，有符合的新需求公开时通知您。'
    }
  >
    <Button
      kind="main"
      onClick={() => store.openSubscriptionForm(suggested.length > 0 ? { categories: suggested } : {})}
    >
      {suggested.length > 0 ? '按店铺服务订阅' : '新增订阅'}
    </Button>
    <LinkButton className="max-md:h-11" href={links.demandHall({ openOnly: 1 })}>
      需求大厅
    </LinkButton>
  </EmptyState>
)

/** Opens the form prefilled from the address once categories and districts are loaded. */
function useFilledForm(search: string): void {
  const tree = useStore(serviceCategories)
  const places = useStore(districts)
  const isDone = useRef(false)
  const given = new URLSearchParams(search)
  const code = given.get('district')
  const isAsked = ['keyword', 'category', 'district', 'budgetFrom'].some((name) => given.has(name))
  const [province, city] = code === null ? [] : [`${code.slice(0, 2)}0000`, code.padEnd(6, '0')]
  useEffect(() => {
    if (!isAsked) return
    void loadServiceCategories()
    void loadDistricts()
    if (province !== undefined && city !== province) void loadDistricts(province)
  }, [isAsked, province, city])
  useEffect(() => {
    const parent = city === undefined || city === province ? '' : (province ?? '')
    const isKnown = code === null || places[parent] !== undefined
    if (!isAsked || isDone.current || tree.at === 'loading' || !isKnown) return
    isDone.current = true
    const nameOf = (wanted: string) => places[parent]?.find((place) => place.code === wanted)?.name
    const values = subscriptionValuesFromSearch(search, tree.at === 'ready' ? tree.content : [], nameOf)
    if (values !== null) store.openSubscriptionForm(values)
  }, [tree, places, isAsked, search, code, province, city])
}

/** The shop's subscriptions: edit, pause or delete. */
export const Subscriptions = ({ search }: { search: string }) => {
  const state = useStore(store.subscriptions)
  useEffect(() => void store.loadSubscriptions(), [])
  useFilledForm(search)
  return (
    <div className="pt-4">
      <AsyncContent
        state={state}
        what="订阅"
        permission="my_supply"
        onRetry={() => void store.loadSubscriptions()}
        frame={cardFrame}
        skeleton={<CardSkeleton lines={3} />}
      >
        {({ subscriptions, suggested }) =>
          subscriptions.length === 0 ? (
            cardFrame(<NoSubscriptions suggested={suggested} />)
          ) : (
            <>
              <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
                <p className="text-ink-2">
                  新需求公开后几分钟内，通知有“我的供应”权限的同事。已用 {subscriptions.length} / {maxSubscriptions}{' '}
                  个。
                </p>
                <Button
                  kind="outline"
                  className="max-md:h-11"
                  disabled={subscriptions.length >= maxSubscriptions}
                  onClick={() => store.openSubscriptionForm()}
                >
                  <Plus className="size-4" />
                  新增订阅
                </Button>
              </div>
              <div className="space-y-4">
                {subscriptions.map((row) => (
                  <Row key={row.subscriptionId} row={row} />
                ))}
              </div>
            </>
          )
        }
      </AsyncContent>
      <SubscriptionDialog />
      <Deleting />
      <Toaster />
    </div>
  )
}
