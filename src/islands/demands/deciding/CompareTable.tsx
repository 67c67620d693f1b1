import { Pin, PinOff, X } from 'lucide-react'
import { Fragment } from 'react'
import type { DemandDetail } from '../../../contract/demands/demands.ts'
import type { OfferView } from '../../../contract/demands/offer-view.ts'
import { isSameForAll, type CompareGroup } from '../../../domain/demands/compare-cells.ts'
import { links } from '../../../domain/links.ts'
import { yuan } from '../../../domain/money.ts'
import { monthMinute } from '../../../domain/time.ts'
import { updateCompareView, compareView } from '../../../stores/demands/buyer-demand.ts'
import { openOfferChanges } from '../../../stores/demands/deciding/offer-changes.ts'
import { Avatar } from '../../../ui/picture/Avatar.tsx'
import { CellView, Choice, Decision } from './CompareCells.tsx'
import { SealProof } from './SealProof.tsx'
import { SupplierMarkBadge } from '../../shops/SupplierMarkBadge.tsx'

type Props = {
  /** Print only, when more offers exist than fit side by side. */
  paper?: boolean | undefined
  demand: DemandDetail
  offers: readonly OfferView[]
  groups: readonly CompareGroup[]
  pinned: number | null
  now: string
}

/** Supplier name, linked to its shop if any. */
export const SupplierName = ({ offer }: { offer: OfferView }) =>
  offer.shopId === null ? (
    <span title={offer.companyName}>{offer.shortName}</span>
  ) : (
    <a
      href={links.shopHome({ id: offer.shopId, orgId: offer.orgId })}
      className="hover:text-accent"
      title={offer.companyName}
    >
      {offer.shortName}
    </a>
  )

const iconButton = 'grid size-7 place-items-center rounded-sm text-ink-3 hover:bg-surface-3'

/** Pins the offer to the first place, or hides it. */
const Tools = ({ offer, pinned }: { offer: OfferView; pinned: boolean }) => (
  <span className="-mt-1 -mr-1 flex print:hidden">
    <button
      type="button"
      className={iconButton}
      aria-pressed={pinned}
      aria-label={pinned ? `取消固定 ${offer.shortName}` : `固定 ${offer.shortName} 在首列`}
      onClick={() => updateCompareView({ pinned: pinned ? null : offer.offerId })}
    >
      {pinned ? <PinOff className="size-4" /> : <Pin className="size-4" />}
    </button>
    <button
      type="button"
      className={iconButton}
      aria-label={`隐藏 ${offer.shortName}`}
      onClick={() => updateCompareView({ hidden: [...compareView.get().hidden, offer.offerId] })}
    >
      <X className="size-4" />
    </button>
  </span>
)

/** Version number; links to the changes if there are older versions. */
export const VersionLine = ({ offer }: { offer: OfferView }) => (
  <p className="flex flex-wrap gap-x-2 text-xs font-normal text-ink-3">
    <SupplierMarkBadge orgId={offer.orgId} />
    {offer.versions.length === 0 ? (
      `第 ${offer.current.version} 版`
    ) : (
      <>
        <span className="hidden print:inline">第 {offer.current.version} 版</span>
        <button
          type="button"
          className="text-left text-accent underline-offset-3 hover:underline max-md:min-h-11"
          aria-label={`${offer.shortName}第 ${offer.current.version} 版，查看变化`}
          onClick={() => void openOfferChanges(offer)}
        >
          第 {offer.current.version} 版，查看变化
        </button>
      </>
    )}
    <span className="whitespace-nowrap">{offer.submittedAt && monthMinute(offer.submittedAt)}</span>
  </p>
)

/** Heads stay below the page's head; in a box that scrolls they would be pushed down by as much, over the first rows. */
const headTop = (wide: boolean) => (wide ? '' : 'desk:top-16')

type HeadProps = { demand: DemandDetail; offer: OfferView; pinned: boolean; wide: boolean; now: string }
/** Supplier, version and 选定: stays in view while the rows scroll. */
const Head = ({ demand, offer, pinned, wide, now }: HeadProps) => (
  <th
    scope="col"
    className={`sticky top-0 z-10 border-b border-l border-line bg-surface p-4 align-top last:rounded-tr-lg ${headTop(wide)}`}
  >
    <div className="flex items-start gap-2.5">
      <span className="print:hidden">
        <Avatar name={offer.shortName} kind="org" picture={offer.shopLogo || undefined} />
      </span>
      <div className="min-w-0 flex-1">
        <p className="truncate font-semibold">
          <SupplierName offer={offer} />
        </p>
        <VersionLine offer={offer} />
        <SealProof offer={offer} />
      </div>
      <Tools offer={offer} pinned={pinned} />
    </div>
    <div className="mt-2">
      <Decision demand={demand} offer={offer} now={now} />
    </div>
  </th>
)

/** Offers as columns, rows in groups, choice in the footer. Scrolls horizontally beyond four offers. */
export const CompareTable = ({ paper = false, demand, offers, groups, pinned, now }: Props) => {
  const wide = offers.length > 4
  const few = offers.length < 3
  const cell = 'border-b border-l border-line px-4 py-2.5 align-top'
  return (
    <div
      className={`hidden rounded-lg border border-line bg-surface ${paper ? 'print:mt-4 print:block print:w-full' : wide ? 'overflow-x-auto desk:block print:hidden!' : `desk:block print:block print:w-full ${few ? 'w-fit' : ''}`}`}
      {...(wide ? { tabIndex: 0, role: 'region', 'aria-label': '报价比较' } : {})}
    >
      <table className={`text-left print:table-fixed ${wide ? '' : few ? 'table-fixed' : 'w-full table-fixed'}`}>
        <caption className="sr-only">{offers.length} 家供应商报价并排比较</caption>
        <colgroup>
          <col className="w-[152px] print:w-28" />
          {offers.map(({ offerId }) => (
            <col key={offerId} className={wide ? 'w-64 min-w-64' : few ? 'w-[420px] print:w-auto' : undefined} />
          ))}
        </colgroup>
        <thead>
          <tr>
            <td
              className={`sticky top-0 z-10 rounded-tl-lg border-b border-line bg-surface p-4 align-top text-sm text-ink-3 ${headTop(wide)}`}
            >
              <p>{offers.length} 家报价</p>
              <p className="print:hidden">选定后其余报价自动结束</p>
              <p>预算 {demand.demandBudget === null ? '面议' : `¥${yuan(demand.demandBudget)}`}</p>
            </td>
            {offers.map((offer) => (
              <Head
                key={offer.offerId}
                demand={demand}
                offer={offer}
                pinned={offer.offerId === pinned}
                wide={wide}
                now={now}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {groups.map((group) => (
            <Fragment key={group.key}>
              <tr>
                <th
                  scope="rowgroup"
                  colSpan={offers.length + 1}
                  className="h-9 border-b border-line bg-surface-2 px-4 text-sm font-medium text-ink-2"
                >
                  {group.label}
                </th>
              </tr>
              {group.rows.map((row) => (
                <tr key={row.key} className="hover:bg-surface-2">
                  <th
                    scope="row"
                    className="min-w-[152px] border-b border-line px-4 py-2.5 align-top font-normal text-ink-2"
                  >
                    {row.label}
                  </th>
                  {isSameForAll(row.cells) ? (
                    <td colSpan={offers.length} className={`${cell} text-ink-2`}>
                      <CellView cell={row.cells[0]} now={now} />
                    </td>
                  ) : (
                    row.cells.map((one, index) => (
                      <td key={offers[index]?.offerId ?? index} className={`${cell} ${wide ? 'min-w-64' : ''}`}>
                        <CellView cell={one} now={now} />
                      </td>
                    ))
                  )}
                </tr>
              ))}
            </Fragment>
          ))}
        </tbody>
        <tfoot className="print:hidden">
          <tr>
            <th scope="row" className="px-4 py-4 align-top text-sm font-normal text-ink-3">
              其他操作
            </th>
            {offers.map((offer) => (
              <td key={offer.offerId} className="border-l border-line px-4 py-4">
                <Choice demand={demand} offer={offer} now={now} decides={false} />
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
    </div>
  )
}
