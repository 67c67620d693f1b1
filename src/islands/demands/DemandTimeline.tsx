import { useStore } from '@nanostores/react'
import type { DemandStep } from '../../contract/demands/offer-decisions.ts'
import { demandStepWords, offerStepWords } from '../../domain/demands/history-words.ts'
import { yuan } from '../../domain/money.ts'
import { monthMinute } from '../../domain/time.ts'
import { history, loadHistory } from '../../stores/demands/buyer-demand.ts'
import { Timeline } from '../../ui/Timeline.tsx'
import type { TimelineEntry } from '../../ui/timeline-class.ts'
import { card, Shown } from '../Shown.tsx'
import { CardSkeleton } from '../TableSkeleton.tsx'

/** What a step says besides its words: the total of a version, the reason. */
const noteOf = ({ total, reason, event, entity }: DemandStep): string | undefined => {
  const sum = total === null ? [] : [`总价 ¥${yuan(total)}`]
  const sealed = entity === 'offer' && event === 'submit' && total === null
  const under = sealed ? ['内容截止后可见'] : []
  return [reason, ...sum, ...under].filter((part) => part !== '').join('，') || undefined
}

/** Who did it, unless the title says so already: what is offered is offered by the supplier. */
const byOf = ({ entity, event, by }: DemandStep): string =>
  entity === 'offer' && (event === 'submit' || event === 'withdraw') ? '' : by

const entryOf = (step: DemandStep, index: number): TimelineEntry => ({
  tone: index === 0 ? 'go' : 'mute',
  title: step.entity === 'demand' ? demandStepWords(step) : `${step.supplier}：${offerStepWords(step)}`,
  note: [byOf(step), noteOf(step)].filter(Boolean).join(' · ') || undefined,
  iso: step.at,
  time: monthMinute(step.at),
})

/** 动态: what happened to the demand and its offers, who did it and when, the newest first. */
export const DemandTimeline = () => {
  const state = useStore(history)
  return (
    <section className="mt-8 rounded-lg border border-line bg-surface" aria-label="动态">
      <h2 className="border-b border-line px-5 py-3 text-lg font-semibold">动态</h2>
      <div className="p-5">
        <Shown
          state={state}
          what="动态"
          onRetry={() => void loadHistory()}
          frame={card}
          skeleton={<CardSkeleton lines={4} />}
        >
          {(steps) =>
            steps.length === 0 ? (
              <p className="text-ink-3">提交后的每一步会记录在这里。</p>
            ) : (
              <Timeline entries={steps.toReversed().map(entryOf)} />
            )
          }
        </Shown>
      </div>
    </section>
  )
}
