import type { DemandDetail } from '../../contract/demands/demands.ts'
import type { OfferView } from '../../contract/demands/offer-view.ts'
import type { CompareCell } from '../../domain/demands/compare-cells.ts'
import { demandTransitions } from '../../domain/demands/demand-states.ts'
import { offerLabels, offerTransitions } from '../../domain/demands/offer-states.ts'
import { yuan } from '../../domain/money.ts'
import { ago, countdown, date, timeLeft } from '../../domain/time.ts'
import { next } from '../../domain/transition.ts'
import { askDeal } from '../../stores/demands/buyer-demand.ts'
import { askReject } from '../../stores/demands/offer-reject.ts'
import { Button } from '../../ui/Button.tsx'
import { Price } from '../../ui/Price.tsx'
import { StateBadge } from '../../ui/StateBadge.tsx'
import { StateShape } from '../../ui/StateShape.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { ChatLink } from './ChatLink.tsx'
import { FileLinks } from './FileLinks.tsx'
import { PlanBar } from './PlanBar.tsx'
import { ThreadButton } from './ThreadButton.tsx'

const Budget = ({ diff, share }: { diff: number; share: number }) => {
  const width = { width: `${Math.min(50, Math.abs(share) * 46)}%` }
  return (
    <div className="flex flex-wrap items-center gap-x-3">
      <span className={`whitespace-nowrap ${diff > 0 ? 'font-medium text-warn' : ''}`}>
        {diff === 0 ? '与预算相同' : `${diff > 0 ? '高' : '低'} ¥${yuan(Math.abs(diff))}`}
      </span>
      <span className="relative hidden h-2 w-20 shrink-0 rounded-full bg-surface-3 wide:block" aria-hidden>
        <span
          className={`absolute inset-y-0 ${diff > 0 ? 'left-1/2 rounded-r-full bg-warn' : 'right-1/2 rounded-l-full bg-accent'}`}
          style={width}
        />
        <span className="absolute -inset-y-0.5 left-1/2 w-px bg-ink-3" />
      </span>
    </div>
  )
}

const Days = ({ cell }: { cell: Extract<CompareCell, { is: 'days' }> }) => {
  const words = cell.marks.map(({ name, dueDays }) => `${name}第 ${dueDays} 天`).join('，')
  return (
    <div>
      <span className="flex items-center gap-2">
        <span className="font-medium">{cell.days} 天</span>
        {cell.fastest && <Tag label="最快" loud />}
      </span>
      <div
        className="relative mt-1.5 h-2 rounded-full bg-accent-tint"
        role="img"
        aria-label={`付款节点：${words}`}
        title={words}
      >
        {cell.marks.map(({ name, dueDays }, index) => (
          <span
            key={`${name}${index}`}
            className="absolute inset-y-0 w-1 rounded-full bg-accent"
            style={{ left: `${Math.min(98, (dueDays / Math.max(1, cell.days)) * 98)}%` }}
          />
        ))}
      </div>
    </div>
  )
}

/** One cell of the comparison. */
export const CellView = ({ cell, now }: { cell: CompareCell; now: string }) => {
  switch (cell.is) {
    case 'total':
      return (
        <span className="flex flex-wrap items-center gap-x-2">
          <Price fen={cell.fen} size="lg" />
          {cell.lowest && <Tag label="最低" loud />}
        </span>
      )
    case 'budget':
      return <Budget diff={cell.diff} share={cell.share} />
    case 'part':
      return cell.percent === 0 ? (
        <span className="text-ink-3">无</span>
      ) : (
        <>
          ¥{yuan(cell.fen)} <span className="text-sm text-ink-3">{cell.percent}%</span>
        </>
      )
    case 'valid': {
      const left = countdown(cell.until, now)
      const soon = left.at === 'over' || left.days < 2
      return (
        <span>
          {date(cell.until)}{' '}
          <span className={`text-sm ${soon ? 'font-medium text-warn' : 'text-ink-3'}`}>
            {left.at === 'over' ? '已过期' : timeLeft(cell.until, now)}
          </span>
        </span>
      )
    }
    case 'days':
      return <Days cell={cell} />
    case 'text':
      return <span className={`whitespace-pre-line ${cell.differs ? 'text-warn' : ''}`}>{cell.text}</span>
    case 'plan':
      return <PlanBar parts={cell.parts} />
    case 'files':
      return <FileLinks files={cell.files} />
    case 'moment':
      return cell.at === null ? <span className="text-ink-3">--</span> : <span>{ago(cell.at, now)}</span>
    case 'has':
      return (
        <span className="inline-flex items-center gap-1.5">
          <StateShape tone={cell.has ? 'good' : 'mute'} />
          {cell.has ? '有' : '未标注'}
        </span>
      )
  }
}

type ChoiceProps = { demand: DemandDetail; offer: OfferView; now: string }

/** Why an offer cannot be chosen, or nothing. */
function notChoosable({ demand, offer, now }: ChoiceProps): 'state' | 'expired' | null {
  const open =
    next(demandTransitions, demand.status, 'award', 'buyer') !== undefined &&
    next(offerTransitions, offer.status, 'accept', 'buyer') !== undefined
  if (!open) return 'state'
  return countdown(offer.current.validUntil, now).at === 'over' ? 'expired' : null
}

/** Foot of a column: choose, ask, refuse, or what became of the offer; and the way to talk. */
export const Choice = (props: ChoiceProps) => {
  const { demand, offer } = props
  const why = notChoosable(props)
  const refusable = next(offerTransitions, offer.status, 'reject', 'buyer') !== undefined
  return (
    <div className="flex flex-wrap items-center gap-2 print:hidden">
      {why === null ? (
        <Button
          kind="outline"
          className="w-full px-2! max-md:h-11"
          onClick={() => askDeal(offer)}
          aria-label={`选定 ${offer.shortName}`}
        >
          选定
        </Button>
      ) : (
        <span className="w-full">
          {why === 'expired' ? (
            <StateBadge tone="mute" label="已过有效期" />
          ) : (
            <StateBadge {...offerLabels[offer.status]} />
          )}
        </span>
      )}
      {refusable && (
        <Button
          className="flex-1 px-2! max-md:h-11"
          onClick={() => askReject(offer)}
          aria-label={`婉拒 ${offer.shortName}`}
        >
          婉拒
        </Button>
      )}
      <ThreadButton offer={offer} side="buyer" who={offer.shortName} className="flex-1 max-md:h-11" />
      <ChatLink
        orgId={offer.orgId}
        demandId={demand.demandId}
        who={offer.shortName}
        square
        className="max-md:size-11!"
      />
    </div>
  )
}
