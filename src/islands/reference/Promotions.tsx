import { useStore } from '@nanostores/react'
import { Plus } from 'lucide-react'
import { useEffect } from 'react'
import type { ManagedAd } from '../../contract/reference/ads.ts'
import { adPlaceLabels, adPlaces, homeHighlights, type AdPlace } from '../../domain/reference/ad-places.ts'
import { links } from '../../domain/links.ts'
import { date } from '../../domain/time.ts'
import { daysAfter } from '../../domain/time-input.ts'
import * as store from '../../stores/reference/promotions.ts'
import { Button, LinkButton } from '../../ui/button/Button.tsx'
import { Confirm } from '../../ui/overlay/Confirm.tsx'
import { DataTable, type Column } from '../../ui/table/DataTable.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { StateBadge } from '../../ui/text/StateBadge.tsx'
import { Tabs } from '../../ui/navigation/Tabs.tsx'
import { Toaster } from '../../ui/overlay/Toaster.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { cardFrame, AsyncContent } from '../list/AsyncContent.tsx'
import { TableSkeleton } from '../list/TableSkeleton.tsx'
import { useNow } from '../use-now.ts'
import { areaLabels } from './areas.ts'
import { Checkbox } from '../../ui/form/Checkbox.tsx'
import { DateInput } from '../../ui/date/DateInput.tsx'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import { Input } from '../../ui/form/Input.tsx'
import { goodsIllustrations, markNames, serviceIllustrations } from '../../ui/picture/mark-names.ts'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { Select } from '../../ui/form/Select.tsx'
import { useForm } from '../form/use-form.ts'

const pictures = [
  { value: '', label: '不用图样' },
  ...[...new Set<string>([...serviceIllustrations, ...goodsIllustrations])].map((name) => ({
    value: name,
    label: `插图 ${name}`,
  })),
  ...markNames.map((name) => ({ value: `mark-${name}`, label: `图标 ${name}` })),
]

const Fields = () => {
  const { values, sending, box, text, error, picker } = useForm(store.promotionForm)
  if (values === null) return null
  const refused = sending.at === 'refused' && sending.fieldErrors.length === 0 ? sending.failure : null
  return (
    <form
      ref={box}
      id="promotion"
      className="space-y-5"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void store.submitPromotion().then((saved) => saved && toast.success('已保存，页面随即更新'))
      }}
    >
      {refused && <Notice tone="bad" title={refused.message} />}
      <div className="grid items-start gap-5 md:grid-cols-2">
        <Select
          label="位置"
          required
          error={error('place')}
          options={adPlaces.map((place) => ({ value: place, label: adPlaceLabels[place] }))}
          value={values.place}
          onChange={(place) => store.promotionForm.set('place', place)}
        />
        <Select
          label="分站"
          error={error('area')}
          options={[...areaLabels].map(([value, label]) => ({ value, label }))}
          value={values.area}
          onChange={(area) => store.promotionForm.set('area', area)}
        />
        <Input label="标题" required maxLength={30} typed={values.title.length} {...text('title')} />
        <Input label="一句说明" maxLength={80} typed={values.text.length} {...text('text')} />
        <Input
          className="md:col-span-2"
          label="地址"
          required
          maxLength={500}
          hint="本站的地址，以 / 开头，如 /serviceHall/service?certified=1"
          {...text('href')}
        />
        <Select
          label="图样"
          error={error('picture')}
          options={pictures}
          value={values.picture}
          onChange={(picture) => store.promotionForm.set('picture', picture)}
        />
        <Input label="排序" required maxLength={5} inputMode="numeric" hint="数值小的在前" {...text('sort')} />
        <DateInput label="第一天" hint="不填则即时开始" {...picker('from')} />
        <DateInput label="最后一天" hint="不填则一直展示" {...picker('until')} />
      </div>
      <Checkbox checked={values.isOn} onChange={(event) => store.promotionForm.set('isOn', event.target.checked)}>
        启用
      </Checkbox>
    </form>
  )
}

/** Form of a new or existing promotion. */
const PromotionDialog = () => {
  const open = useStore(store.isPromotionFormOpen)
  const { values, sending } = useForm(store.promotionForm)
  const busy = sending.at === 'sending'
  return (
    <Dialog
      open={open}
      width="lg"
      onClose={store.closePromotionForm}
      title={values?.adId === 0 ? '新增推荐' : '修改推荐'}
      actions={
        <>
          <Button onClick={store.closePromotionForm} disabled={busy}>
            取消
          </Button>
          <Button kind="main" type="submit" form="promotion" busy={busy}>
            保存
          </Button>
        </>
      }
    >
      <Fields />
    </Dialog>
  )
}

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

const emptyText = (place: AdPlace) =>
  place === 'home'
    ? `启用 ${homeHighlights.least} 至 ${homeHighlights.most} 条后替换首页底部各分站自带的特色；不足 ${homeHighlights.least} 条时仍展示自带的。`
    : '新增后页面随即显示；没有推荐时该位置不显示。'

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
    isActions: true,
    align: 'right',
    cell: (row) => (
      <span className="flex justify-end gap-2 py-2">
        <Button size="sm" className="max-md:h-11" onClick={() => store.openPromotionForm(row)}>
          修改
        </Button>
        <Button size="sm" className="max-md:h-11" onClick={() => store.openPromotionDeletion(row)}>
          删除
        </Button>
      </span>
    ),
  },
]

const Deleting = () => {
  const deleting = useStore(store.promotionDeletion)
  const asked = deleting.at === 'none' ? undefined : deleting
  const refusal = asked?.failure ? `删除失败：${asked.failure.message}。` : ''
  return (
    <Confirm
      open={asked !== undefined}
      title={`删除“${asked?.row.title ?? ''}”`}
      text={`${refusal}页面上随即不再显示；只想暂停时，可改为停用。`}
      confirm="删除"
      danger
      busy={asked?.at === 'sending'}
      onCancel={store.closePromotionDeletion}
      onConfirm={() => void store.deletePromotion().then((done) => done && toast.success('推荐已删除'))}
    />
  )
}

const Places = () => {
  const state = useStore(store.promotions)
  const place = useStore(store.promotionPlace)
  useEffect(() => void store.loadPromotions(), [])
  const countOf = (key: string) =>
    state.at === 'ready' ? state.content.filter((row) => row.place === key).length : undefined
  const add = (
    <Button kind="main" className="max-md:h-11" onClick={() => store.openPromotionForm()}>
      <Plus className="size-4" />
      新增推荐
    </Button>
  )
  return (
    <>
      <div className="mb-2 flex justify-end gap-3">
        <LinkButton className="max-md:h-11" href={links.promotions({ preview: 'today' })}>
          按日期预览
        </LinkButton>
        {add}
      </div>
      <Tabs
        label="位置"
        tabs={adPlaces.map((key) => ({ key, label: adPlaceLabels[key], count: countOf(key) }))}
        current={place}
        onChange={store.choosePromotionPlace}
      >
        <div className="pt-4">
          <AsyncContent
            state={state}
            what="推荐"
            onRetry={() => void store.loadPromotions()}
            frame={cardFrame}
            skeleton={<TableSkeleton />}
          >
            {(all) => {
              const rows = all.filter((row) => row.place === place)
              if (rows.length > 0)
                return <DataTable caption="推荐" columns={columns} rows={rows} rowKey={({ adId }) => adId} />
              return cardFrame(<EmptyState title="暂无推荐" text={emptyText(place)} />)
            }}
          </AsyncContent>
        </div>
      </Tabs>
      <PromotionDialog />
      <Deleting />
    </>
  )
}

/** 推荐位: promotions of the platform. */
export const Promotions = () => (
  <>
    <h1 className="mb-4 text-2xl font-semibold">推荐位</h1>
    <Places />
    <Toaster />
  </>
)
