import type { DemandDetail } from '../../contract/demands/demands.ts'
import type { OfferView } from '../../contract/demands/offers.ts'
import { demandStepWords } from '../../domain/demands/history-words.ts'
import { yuan } from '../../domain/money.ts'
import { monthMinute } from '../../domain/time.ts'
import { Timeline } from '../../ui/Timeline.tsx'
import type { TimelineEntry } from '../../ui/timeline-class.ts'

type Dated = TimelineEntry & { iso: string }

const ofDemand = (demand: DemandDetail): Dated[] =>
  demand.history.map((step) => ({
    tone: 'mute',
    title: demandStepWords(step),
    note: step.reason || undefined,
    iso: step.at,
    time: monthMinute(step.at),
  }))

/** Every version that an offer had, with what it changed in price. */
const ofOffer = (offer: OfferView): Dated[] => {
  const versions = [offer.current, ...offer.versions].filter(({ version }) => version > 0)
  return versions.map(({ version, total, createdAt }, index) => {
    const before = versions[index + 1]
    const moved = before && before.total !== total
    return {
      tone: 'mute',
      title: `${offer.shortName} 提交了第 ${version} 版报价`,
      note: moved ? `总价由 ¥${yuan(before.total)} 改为 ¥${yuan(total)}` : `总价 ¥${yuan(total)}`,
      iso: createdAt,
      time: monthMinute(createdAt),
    }
  })
}

type Props = { demand: DemandDetail; offers: readonly OfferView[] }

/** 动态: the demand's history and the versions of its offers, the newest first. */
export const DemandTimeline = ({ demand, offers }: Props) => {
  // Newest first; of steps at one moment the later of the history stands above.
  const entries = [
    ...ofDemand(demand).toReversed(),
    ...offers.filter(({ status }) => status !== 'draft').flatMap(ofOffer),
  ]
    .toSorted((a, b) => Date.parse(b.iso) - Date.parse(a.iso))
    .map((entry, index): TimelineEntry => (index === 0 ? { ...entry, tone: 'go' } : entry))
  if (entries.length === 0) return null
  return (
    <section className="mt-8 rounded-lg border border-line bg-surface" aria-label="动态">
      <h2 className="border-b border-line px-5 py-3 text-lg font-semibold">动态</h2>
      <div className="p-5">
        <Timeline entries={entries} />
      </div>
    </section>
  )
}
