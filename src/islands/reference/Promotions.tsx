import { useStore } from '@nanostores/react'
import { Plus } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { ManagedAd } from '../../contract/reference/ads.ts'
import { adPlaceLabels, adPlaces } from '../../domain/reference/ad-places.ts'
import { date } from '../../domain/time.ts'
import { daysAfter } from '../../domain/time-input.ts'
import * as store from '../../stores/reference/promotions.ts'
import { Button } from '../../ui/Button.tsx'
import { Confirm } from '../../ui/Confirm.tsx'
import { DataTable, type Column } from '../../ui/DataTable.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { StateBadge } from '../../ui/StateBadge.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { Toaster } from '../../ui/Toaster.tsx'
import { toast } from '../../ui/toast.ts'
import { card, Shown } from '../Shown.tsx'
import { TableSkeleton } from '../TableSkeleton.tsx'
import { useNow } from '../use-now.ts'
import { areaLabels } from './areas.ts'
import { CategoryOrder } from './CategoryOrder.tsx'
import { PromotionDialog } from './PromotionDialog.tsx'

const State = ({ row }: { row: ManagedAd }) => {
  const now = useNow()
  if (!row.isOn) return <StateBadge tone="mute" label="已停用" />
  if (row.endsAt !== null && row.endsAt <= now) return <StateBadge tone="mute" label="已结束" />
  if (row.startsAt !== null && row.startsAt > now) return <StateBadge tone="act" label="未开始" />
  return <StateBadge tone="good" label="展示中" />
}

const days = ({ startsAt, endsAt }: ManagedAd) =>
  startsAt === null && endsAt === null
    ? '一直展示'
    : `${startsAt === null ? '即时' : date(startsAt)} 至 ${endsAt === null ? '长期' : date(daysAfter(endsAt, -1))}`

const columns: readonly Column<ManagedAd>[] = [
  {
    key: 'title',
    head: '推荐',
    cell: ({ title, text, href }) => (
      <span className="block py-2">
        <span className="block">{title}</span>
        {text !== '' && <span className="block max-w-[360px] text-sm text-ink-3">{text}</span>}
        <a href={href} target="_blank" rel="noopener" className="block max-w-[360px] text-sm break-all text-accent">
          {href}
        </a>
      </span>
    ),
  },
  { key: 'sort', head: '排序', cell: ({ sort }) => sort, className: 'tabular-nums' },
  { key: 'area', head: '分站', cell: ({ area }) => areaLabels.get(area) ?? area },
  { key: 'days', head: '展示时间', cell: days, className: 'whitespace-nowrap tabular-nums' },
  { key: 'state', head: '状态', cell: (row) => <State row={row} /> },
  {
    key: 'action',
    head: '操作',
    align: 'right',
    cell: (row) => (
      <span className="flex justify-end gap-2 py-2">
        <Button size="sm" className="max-md:h-11" onClick={() => store.open(row)}>
          修改
        </Button>
        <Button size="sm" className="max-md:h-11" onClick={() => store.askDelete(row)}>
          删除
        </Button>
      </span>
    ),
  },
]

const Deleting = () => {
  const deleting = useStore(store.deleting)
  const asked = deleting.at === 'none' ? undefined : deleting
  const refusal = asked?.failure ? `没有删除：${asked.failure.message}。` : ''
  return (
    <Confirm
      open={asked !== undefined}
      title={`删除“${asked?.row.title ?? ''}”`}
      text={`${refusal}页面上随即不再显示；只想暂停时，可改为停用。`}
      confirm="删除"
      danger
      busy={asked?.at === 'sending'}
      onCancel={store.dropDelete}
      onConfirm={() => void store.confirmDelete().then((done) => done && toast.good('推荐已删除'))}
    />
  )
}

const Places = () => {
  const state = useStore(store.promotions)
  const place = useStore(store.place)
  useEffect(() => void store.load(), [])
  const countOf = (key: string) =>
    state.at === 'ready' ? state.content.filter((row) => row.place === key).length : undefined
  const add = (
    <Button kind="main" className="max-md:h-11" onClick={() => store.open()}>
      <Plus className="size-4" />
      新增推荐
    </Button>
  )
  return (
    <>
      <div className="mb-2 flex justify-end">{add}</div>
      <Tabs
        label="位置"
        tabs={adPlaces.map((key) => ({ key, label: adPlaceLabels[key], count: countOf(key) }))}
        current={place}
        onChange={store.choosePlace}
      >
        <div className="pt-4">
          <Shown state={state} what="推荐" onRetry={() => void store.load()} frame={card} skeleton={<TableSkeleton />}>
            {(all) => {
              const rows = all.filter((row) => row.place === place)
              if (rows.length > 0)
                return <DataTable caption="推荐" columns={columns} rows={rows} rowKey={({ adId }) => adId} />
              return card(<EmptyState title="这里还没有推荐" text="新增后，页面随即显示；没有推荐时该位置不占地方。" />)
            }}
          </Shown>
        </div>
      </Tabs>
      <PromotionDialog />
      <Deleting />
    </>
  )
}

/** 推荐与分类: what the platform recommends of its own, and the order of its categories. */
export const Promotions = () => {
  const [part, setPart] = useState('places')
  return (
    <>
      <h1 className="mb-4 text-2xl font-semibold">推荐与分类</h1>
      <div className="mb-4 flex gap-2" role="group" aria-label="内容">
        {[
          { key: 'places', label: '推荐位' },
          { key: 'order', label: '分类顺序' },
        ].map(({ key, label }) => (
          <Button
            key={key}
            className="max-md:h-11"
            kind={part === key ? 'main' : 'plain'}
            aria-pressed={part === key}
            onClick={() => setPart(key)}
          >
            {label}
          </Button>
        ))}
      </div>
      {part === 'places' ? <Places /> : <CategoryOrder />}
      <Toaster />
    </>
  )
}
