import { useStore } from '@nanostores/react'
import { Download, Printer } from 'lucide-react'
import type { DemandDetail } from '../../contract/demands/demands.ts'
import type { OfferView } from '../../contract/demands/offer-view.ts'
import {
  compareOffers,
  onlyDifferences,
  sideBySide,
  sortOffers,
  type OfferOrder,
} from '../../domain/demands/compare-offers.ts'
import { links } from '../../domain/links.ts'
import { look, view, type SealedOffer } from '../../stores/demands/buyer-demand.ts'
import { exportOffers } from '../../stores/demands/sheets.ts'
import { making } from '../../stores/operations/made-sheet.ts'
import { Button, LinkButton } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Select } from '../../ui/Select.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { toast } from '../../ui/toast.ts'
import { ComparePair } from './ComparePair.tsx'
import { CompareTable } from './CompareTable.tsx'
import { SealedOffers } from './SealedOffers.tsx'

type Props = { demand: DemandDetail; offers: readonly OfferView[]; sealed: readonly SealedOffer[]; now: string }

const orders: readonly { value: OfferOrder; label: string }[] = [
  { value: 'price', label: '按总价从低到高' },
  { value: 'duration', label: '按周期从短到长' },
  { value: 'time', label: '按提交先后' },
]

const NoOffers = ({ demand }: { demand: DemandDetail }) => (
  <div className="rounded-lg border border-line bg-surface px-4">
    <EmptyState
      title="还没有报价"
      text={
        demand.status === 'open' ? '供应商报价后会出现在这里，您也可以主动找供应商沟通。' : '这条需求没有收到报价。'
      }
    >
      {demand.status === 'open' && <LinkButton href={links.shopList()}>找供应商</LinkButton>}
      <LinkButton href={links.demandDetail(demand.demandId)}>查看公开页面</LinkButton>
    </EmptyState>
  </div>
)

const takeSheet = (demandId: number) =>
  exportOffers(demandId).then((failure) => {
    if (failure !== null) toast.bad(`导出失败：${failure.message}`)
  })

/** More offers than a sheet of paper holds beside each other, by fours; none where they all fit. */
const inFours = (offers: readonly OfferView[]) =>
  offers.length <= 4
    ? []
    : Array.from({ length: Math.ceil(offers.length / 4) }, (_, part) => ({
        from: part * 4,
        offers: offers.slice(part * 4, part * 4 + 4),
      }))

/** Offers side by side; columns on wide screens, two at a time on phones. */
export const Compare = ({ demand, offers, sealed, now }: Props) => {
  const { onlyDifferences: differences, order, hidden, pinned } = useStore(view)
  const sheet = useStore(making)
  const sorted = sortOffers(sideBySide(offers), order, pinned)
  const shown = sorted.filter(({ offerId }) => !hidden.includes(offerId))
  const all = compareOffers(shown, demand, sorted)
  const groups = differences ? onlyDifferences(all) : all
  const hiddenCount = sorted.length - shown.length
  return (
    <section aria-label="比价">
      <div className="mt-8 mb-4 flex flex-wrap items-center justify-between gap-3">
        <div>
          <h2 className="text-2xl font-semibold">比价</h2>
          {sorted.length > 2 && <p className="text-sm text-ink-3 desk:hidden print:hidden">一次比两家，点名称可换</p>}
        </div>
        {sorted.length > 0 && (
          <div className="flex flex-wrap items-center gap-2 print:hidden">
            {hiddenCount > 0 && (
              <Button kind="link" onClick={() => look({ hidden: [] })}>
                显示隐藏的 {hiddenCount} 家
              </Button>
            )}
            <span className="mr-3">
              <Switch label="只看差异" on={differences} onChange={(on) => look({ onlyDifferences: on })} />
            </span>
            <Select
              bare
              label="排序"
              className="w-40"
              options={orders}
              value={order}
              onChange={(next) => look({ order: next })}
            />
            <Button busy={sheet !== null} onClick={() => void takeSheet(demand.demandId)}>
              <Download className="size-4" />
              导出 Excel
            </Button>
            <Button className="max-desk:hidden" onClick={() => print()}>
              <Printer className="size-4" />
              打印
            </Button>
          </div>
        )}
      </div>
      {sealed.length > 0 && <SealedOffers demand={demand} sealed={sealed} now={now} />}
      {sorted.length === 0 ? (
        sealed.length === 0 && <NoOffers demand={demand} />
      ) : (
        <>
          <CompareTable demand={demand} offers={shown} groups={groups} pinned={pinned} now={now} />
          {inFours(shown).map((four) => (
            <CompareTable
              key={four.from}
              paper
              demand={demand}
              offers={four.offers}
              groups={groups.map((group) => ({
                ...group,
                rows: group.rows.map((row) => ({ ...row, cells: row.cells.slice(four.from, four.from + 4) })),
              }))}
              pinned={pinned}
              now={now}
            />
          ))}
          <ComparePair demand={demand} offers={sorted} now={now} differences={differences} />
        </>
      )}
    </section>
  )
}
