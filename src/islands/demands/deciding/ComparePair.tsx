import { Fragment, useState } from 'react'
import type { DemandDetail } from '../../../contract/demands/demands.ts'
import type { OfferView } from '../../../contract/demands/offer-view.ts'
import { compareOffers, rowsThatDiffer } from '../../../domain/demands/compare-offers.ts'
import { Select } from '../../../ui/form/Select.tsx'
import { CellView, Choice } from './CompareCells.tsx'
import { VersionLine } from './CompareTable.tsx'
import { SealProof } from './SealProof.tsx'

type Props = { demand: DemandDetail; offers: readonly OfferView[]; now: string; differences: boolean }

/** Phones: two offers at a time, chosen by name. */
export const ComparePair = ({ demand, offers, now, differences }: Props) => {
  const [chosen, setChosen] = useState<readonly number[]>([])
  const ids = [0, 1].map((place) => chosen[place] ?? offers[place]?.offerId)
  const pair = ids.flatMap((id) => offers.filter(({ offerId }) => offerId === id).slice(0, 1))
  const all = compareOffers(pair, demand, offers)
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
            <Choice demand={demand} offer={offer} now={now} />
          </div>
        ))}
      </div>
    </div>
  )
}
