import { useStore } from '@nanostores/react'
import { Download, LockKeyhole, Printer } from 'lucide-react'
import type { DemandDetail } from '../../../contract/demands/demands.ts'
import type { OfferView } from '../../../contract/demands/offer-view.ts'
import {
  compareOffers,
  type OfferOrder,
  rowsThatDiffer,
  withoutSupersededOffers,
  sortOffers,
} from '../../../domain/demands/compare-offers.ts'
import { evaluationGroups, ranksOf } from '../../../domain/demands/evaluation-rows.ts'
import type { Criterion, OfferResult } from '../../../domain/demands/evaluation.ts'
import { links } from '../../../domain/links.ts'
import { dateTime, timeLeft } from '../../../domain/time.ts'
import { updateCompareView, type SealedOffer, compareView } from '../../../stores/demands/buyer-demand.ts'
import { evaluation } from '../../../stores/demands/deciding/evaluation.ts'
import { exportOffers } from '../../../stores/demands/demand-sheets.ts'
import { loadSupplierMarks } from '../../../stores/shops/supplier-marks.ts'
import { exportingSheet } from '../../../stores/operations/sheet-export.ts'
import { Button, LinkButton } from '../../../ui/button/Button.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Select } from '../../../ui/form/Select.tsx'
import { Switch } from '../../../ui/form/Switch.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { CompareTable, VersionLine } from './CompareTable.tsx'
import { isDemandOpen } from '../../../domain/demands/demand-states.ts'
import { Fragment, useEffect, useState } from 'react'
import { CellView, Choice } from './CompareCells.tsx'
import { EarlyOpening } from './EarlyOpening.tsx'
import { SealProof } from './SealProof.tsx'

type SealedOffersProps = { demand: DemandDetail; sealed: readonly SealedOffer[]; now: string }

/** Sealed offers: supplier, time and hash. Nothing to compare yet. */
const SealedOffers = ({ demand, sealed, now }: SealedOffersProps) => (
  <section className="mb-4 rounded-lg border border-line bg-surface" aria-label="密封报价">
    <div className="flex flex-wrap items-center justify-between gap-2 border-b border-line px-5 py-3">
      <h3 className="flex items-center gap-2 font-semibold">
        <LockKeyhole className="size-4 text-ink-3" aria-hidden />
        {sealed.length} 份密封报价
      </h3>
      <p className="text-sm text-ink-2">
        截止后开启
        {isDemandOpen(demand.status) && <span className="ml-2 text-ink-3">{timeLeft(demand.deadline, now)}</span>}
      </p>
      <EarlyOpening demand={demand} now={now} />
    </div>
    <ul className="divide-y divide-line">
      {sealed.map(({ offerId, offerNo, companyName, orgId, shopId, version, hash, submittedAt }) => (
        <li key={offerId} className="flex flex-wrap items-baseline gap-x-6 gap-y-1 px-5 py-3">
          <span className="font-medium">
            {shopId === null ? (
              companyName
            ) : (
              <a className="hover:text-accent" href={links.shopHome({ id: shopId, orgId })}>
                {companyName}
              </a>
            )}
          </span>
          <span className="text-sm text-ink-3">
            {offerNo} · 第 {version} 版{submittedAt !== null && ` · ${dateTime(submittedAt)} 提交`}
          </span>
          <span className="min-w-0 text-xs break-all text-ink-3">指纹 SHA-256 {hash}</span>
        </li>
      ))}
    </ul>
    <p className="border-t border-line px-5 py-3 text-sm text-ink-3">
      提交时已固定内容指纹；开启后可在本页核对内容未被改动。开启前不能查看、选定或婉拒。
    </p>
  </section>
)

type Props = { demand: DemandDetail; offers: readonly OfferView[]; sealed: readonly SealedOffer[]; now: string }

const orders: readonly { value: OfferOrder; label: string }[] = [
  { value: 'price', label: '按总价从低到高' },
  { value: 'duration', label: '按周期从短到长' },
  { value: 'time', label: '按提交先后' },
]
const rankOrder = { value: 'rank', label: '按评分名次' } as const

const NoOffers = ({ demand }: { demand: DemandDetail }) => (
  <div className="rounded-lg border border-line bg-surface px-4">
    <EmptyState
      title="暂无报价"
      text={
        isDemandOpen(demand.status) ? '供应商报价后会出现在这里，您也可以主动联系供应商。' : '这条需求没有收到报价。'
      }
    >
      {isDemandOpen(demand.status) && <LinkButton href={links.shopList()}>查找供应商</LinkButton>}
      <LinkButton href={links.demandDetail(demand.demandId)}>查看公开页面</LinkButton>
    </EmptyState>
  </div>
)

const takeSheet = (demandId: number) =>
  exportOffers(demandId).then((failure) => {
    if (failure !== null) toast.error(`导出失败：${failure.message}`)
  })

interface Scoring {
  readonly criteria: readonly Criterion[]
  readonly results: readonly OfferResult[]
}
const noScoring: Scoring = { criteria: [], results: [] }

/** Criteria and results as far as they may be read. */
function useScoring(): Scoring {
  const state = useStore(evaluation)
  if (state.at !== 'ready' || state.content.setup === null) return noScoring
  return { criteria: state.content.setup.criteria, results: state.content.results }
}

/** Groups of four offers for printing; none if all fit on one sheet. */
const groupsOfFour = (offers: readonly OfferView[]) =>
  offers.length <= 4
    ? []
    : Array.from({ length: Math.ceil(offers.length / 4) }, (_, part) => ({
        from: part * 4,
        offers: offers.slice(part * 4, part * 4 + 4),
      }))

type ComparePairProps = {
  demand: DemandDetail
  offers: readonly OfferView[]
  scoring: Scoring
  now: string
  differences: boolean
}

/** Phones: two offers at a time, chosen by name. */
const ComparePair = ({ demand, offers, scoring, now, differences }: ComparePairProps) => {
  const [chosen, setChosen] = useState<readonly number[]>([])
  const ids = [0, 1].map((place) => chosen[place] ?? offers[place]?.offerId)
  const pair = ids.flatMap((id) => offers.filter(({ offerId }) => offerId === id).slice(0, 1))
  const all = [...evaluationGroups(pair, scoring.criteria, scoring.results), ...compareOffers(pair, demand, offers)]
  const groups = differences ? rowsThatDiffer(all) : all
  const choose = (place: number, id: number) => {
    const next = pair.map(({ offerId }) => offerId)
    // Choosing the other offer swaps the two.
    const other = next.indexOf(id)
    const before = next[place]
    if (other !== -1 && before !== undefined) next[other] = before
    next[place] = id
    setChosen(next)
  }
  const two = pair.length === 2 ? 'grid-cols-2' : 'grid-cols-1'
  return (
    <div className="rounded-lg border border-line bg-surface desk:hidden print:hidden">
      <div className={`sticky top-12 z-10 grid ${two} rounded-t-lg border-b border-line bg-surface`}>
        {pair.map((offer, place) => (
          <div key={offer.offerId} className="border-l border-line p-3 first:border-l-0">
            <Select
              bare
              label={`第 ${place + 1} 家`}
              options={offers.map(({ offerId, shortName }) => ({ value: offerId, label: shortName }))}
              value={offer.offerId}
              onChange={(id) => choose(place, id)}
            />
            <VersionLine offer={offer} />
            <SealProof offer={offer} />
          </div>
        ))}
      </div>
      {groups.map((group) => (
        <Fragment key={group.key}>
          <h3 className="border-b border-line bg-surface-2 px-3 py-1.5 text-sm font-medium text-ink-2">
            {group.label}
          </h3>
          <dl>
            {group.rows.map((row) => (
              <div key={row.key} className={`grid ${two} border-b border-line`}>
                <dt className="col-span-full px-3 pt-2 text-xs text-ink-3">{row.label}</dt>
                {row.cells.map((cell, place) => (
                  <dd
                    key={pair[place]?.offerId ?? place}
                    className="min-w-0 border-l border-line px-3 pb-2 first-of-type:border-l-0"
                  >
                    <CellView cell={cell} now={now} />
                  </dd>
                ))}
              </div>
            ))}
          </dl>
        </Fragment>
      ))}
      <div className={`grid ${two}`}>
        {pair.map((offer) => (
          <div key={offer.offerId} className="border-l border-line p-3 first:border-l-0">
            <Choice demand={demand} offer={offer} now={now} decides />
          </div>
        ))}
      </div>
    </div>
  )
}

/** Comparison of offers: columns on wide screens, two at a time on phones. */
export const Compare = ({ demand, offers, sealed, now }: Props) => {
  const { onlyDifferences: differences, order, hidden, pinned } = useStore(compareView)
  const sheet = useStore(exportingSheet)
  const scoring = useScoring()
  const suppliers = offers.map(({ orgId }) => orgId).join(',')
  useEffect(() => void loadSupplierMarks(suppliers.split(',').map(Number).filter(Boolean)), [suppliers])
  const sorted = sortOffers(withoutSupersededOffers(offers), order, pinned, ranksOf(scoring.results))
  const shown = sorted.filter(({ offerId }) => !hidden.includes(offerId))
  const all = [...evaluationGroups(shown, scoring.criteria, scoring.results), ...compareOffers(shown, demand, sorted)]
  const groups = differences ? rowsThatDiffer(all) : all
  const hiddenCount = sorted.length - shown.length
  return (
    <section aria-label="比价">
      <div className="mt-8 mb-4 flex flex-wrap items-center justify-between gap-3">
        <div>
          <h2 className="text-2xl font-semibold">比价</h2>
          {sorted.length > 2 && (
            <p className="text-sm text-ink-3 desk:hidden print:hidden">每次比较两家，点击名称可更换</p>
          )}
        </div>
        {sorted.length > 0 && (
          <div className="flex flex-wrap items-center gap-2 print:hidden">
            {hiddenCount > 0 && (
              <Button kind="link" onClick={() => updateCompareView({ hidden: [] })}>
                显示隐藏的 {hiddenCount} 家
              </Button>
            )}
            <span className="mr-3">
              <Switch label="只看差异" on={differences} onChange={(on) => updateCompareView({ onlyDifferences: on })} />
            </span>
            <Select
              bare
              label="排序"
              className="w-40"
              options={scoring.results.length === 0 ? orders : [...orders, rankOrder]}
              value={order}
              onChange={(next) => updateCompareView({ order: next })}
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
          {groupsOfFour(shown).map((four) => (
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
          <ComparePair demand={demand} offers={sorted} scoring={scoring} now={now} differences={differences} />
        </>
      )}
    </section>
  )
}
