import { Paperclip } from 'lucide-react'
import type { DemandDetail } from '../../../contract/demands/demands.ts'
import type { OfferView } from '../../../contract/demands/offer-view.ts'
import type { CompareCell, PlannedPayment } from '../../../domain/demands/compare-cells.ts'
import { demandTransitions } from '../../../domain/demands/demand-states.ts'
import { offerLabels, offerTransitions } from '../../../domain/demands/offer-states.ts'
import { yuan } from '../../../domain/money.ts'
import { ago, countdown, date, timeLeft } from '../../../domain/time.ts'
import { nextState } from '../../../domain/transition.ts'
import { openDealDialog } from '../../../stores/demands/buyer-demand.ts'
import { openRejection } from '../../../stores/demands/deciding/offer-reject.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Price } from '../../../ui/card/Price.tsx'
import { StateBadge } from '../../../ui/text/StateBadge.tsx'
import { StateShape } from '../../../ui/text/StateShape.tsx'
import { Tag } from '../../../ui/text/Tag.tsx'
import { ChatLink } from '../ChatLink.tsx'
import { ThreadButton } from './ThreadButton.tsx'

const shades = ['bg-accent', 'bg-accent-line', 'bg-accent-tint']

/** Payment schedule of an offer as a bar of shares, with a text below. */
const PlanBar = ({ parts }: { parts: readonly PlannedPayment[] }) => (
  <div>
    <div className="flex h-2 gap-px overflow-hidden rounded-full" aria-hidden>
      {parts.map(({ name, percent }, index) => (
        <span key={`${name}${index}`} className={shades[index % shades.length]} style={{ width: `${percent}%` }} />
      ))}
    </div>
    <ul className="mt-1.5 text-sm text-ink-3">
      {parts.map(({ name, percent, fen, dueDays }, index) => (
        <li key={`${name}${index}`} className="flex flex-wrap justify-between gap-x-2">
          <span>
            {name} {percent}%，第 {dueDays} 天
          </span>
          <span className="whitespace-nowrap">¥{yuan(fen)}</span>
        </li>
      ))}
    </ul>
  </div>
)

type FileLinksProps = { files: readonly { readonly name: string; readonly url: string }[] }

/** Download links of an offer's files. */
const FileLinks = ({ files }: FileLinksProps) =>
  files.length === 0 ? (
    <span className="text-ink-3">--</span>
  ) : (
    <ul className="space-y-1">
      {files.map(({ name, url }) => (
        <li key={url}>
          <a href={url} download className="inline-flex max-w-full items-center gap-1 text-accent hover:underline">
            <Paperclip className="size-3.5 shrink-0" aria-hidden />
            <span className="min-w-0 break-all">{name}</span>
          </a>
        </li>
      ))}
    </ul>
  )

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
  const words = cell.milestones.map(({ name, dueDays }) => `${name}第 ${dueDays} 天`).join('，')
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
        {cell.milestones.map(({ name, dueDays }, index) => (
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
      return (
        <span
          className={`whitespace-pre-line ${cell.differs ? 'rounded-sm box-decoration-clone bg-surface-3 px-1' : ''}`}
        >
          {cell.text}
        </span>
      )
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

/** Why an offer cannot be awarded; null if it can. */
function notChoosable({ demand, offer, now }: ChoiceProps): 'state' | 'expired' | null {
  const open =
    nextState(demandTransitions, demand.status, 'award', 'buyer') !== undefined &&
    nextState(offerTransitions, offer.status, 'accept', 'buyer') !== undefined
  if (!open) return 'state'
  return countdown(offer.current.validUntil, now).at === 'over' ? 'expired' : null
}

/** 选定, or why the offer cannot be chosen. */
export const Decision = (props: ChoiceProps) => {
  const { offer } = props
  const why = notChoosable(props)
  return why === null ? (
    <Button
      kind="outline"
      className="w-full px-2! max-md:h-11 print:hidden"
      onClick={() => openDealDialog(offer)}
      aria-label={`选定 ${offer.shortName}`}
    >
      选定
    </Button>
  ) : (
    <span className="w-full print:hidden">
      {why === 'expired' ? (
        <StateBadge tone="mute" label="已过有效期" />
      ) : (
        <StateBadge {...offerLabels[offer.status]} />
      )}
    </span>
  )
}

/** What else can be done with an offer: 婉拒, 答疑, chat; with `decides` also 选定. */
export const Choice = ({ decides, ...props }: ChoiceProps & { decides: boolean }) => {
  const { demand, offer } = props
  const refusable = nextState(offerTransitions, offer.status, 'reject', 'buyer') !== undefined
  return (
    <div className="flex flex-wrap items-center gap-2 print:hidden">
      {decides && <Decision {...props} />}
      {refusable && (
        <Button
          className="flex-1 px-2! max-md:h-11"
          onClick={() => openRejection(offer)}
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
