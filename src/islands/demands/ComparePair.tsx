import { Fragment, useState } from 'react'
import type { DemandDetail } from '../../contract/demands/demands.ts'
import type { OfferView } from '../../contract/demands/offers.ts'
import { compareOffers, onlyDifferences, type CompareCell } from '../../domain/demands/compare-offers.ts'
import { Select } from '../../ui/Select.tsx'
import { CellView, Choice } from './CompareCells.tsx'

type Props = { demand: DemandDetail; offers: readonly OfferView[]; now: string; differences: boolean }

/** Marks of the whole field (最低, 最快) hold among all offers, not only among the two that are shown. */
function markedAmongAll(cell: CompareCell, offers: readonly OfferView[]): CompareCell {
  const several = offers.length > 1
  if (cell.is === 'total')
    return { ...cell, lowest: several && cell.fen === Math.min(...offers.map(({ current }) => current.total)) }
  if (cell.is === 'days')
    return { ...cell, fastest: several && cell.days === Math.min(...offers.map(({ current }) => current.durationDays)) }
  return cell
}

/** Phones: two offers at a time, their names choose. */
export const ComparePair = ({ demand, offers, now, differences }: Props) => {
  const [chosen, setChosen] = useState<readonly number[]>([])
  const ids = [0, 1].map((place) => chosen[place] ?? offers[place]?.offerId)
  const pair = ids.flatMap((id) => offers.filter(({ offerId }) => offerId === id).slice(0, 1))
  const all = compareOffers(pair, demand.demandBudget)
  const groups = differences ? onlyDifferences(all) : all
  const choose = (place: number, id: number) => {
    const next = pair.map(({ offerId }) => offerId)
    // Choosing the other one's name swaps the two.
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
            <p className="mt-1 text-xs text-ink-3">第 {offer.current.version} 版</p>
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
                    <CellView cell={markedAmongAll(cell, offers)} now={now} />
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
            <Choice demand={demand} offer={offer} now={now} />
          </div>
        ))}
      </div>
    </div>
  )
}
