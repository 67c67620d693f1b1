import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { waitWords } from '../../../domain/chat/desk.ts'
import { serviceHoursWords } from '../../../domain/chat/service-hours.ts'
import { visits } from '../../../stores/chat/desk.ts'
import { loadServiceHours, serviceHours } from '../../../stores/chat/service-hours.ts'

const Figure = ({ name, value, note = '' }: { name: string; value: string; note?: string }) => (
  <div className="flex items-baseline gap-1.5 whitespace-nowrap max-md:flex-col-reverse max-md:items-center max-md:gap-0">
    <dt className="text-xs text-ink-2">{name}</dt>
    <dd className="text-sm">
      <b className="font-semibold tabular-nums">{value}</b>
      {note !== '' && <span className="text-xs text-ink-2"> {note}</span>}
    </dd>
  </div>
)

/** How the desk does now, and whether it is open. */
export function DeskFigures() {
  const state = useStore(visits)
  const hours = useStore(serviceHours)
  useEffect(() => void loadServiceHours(), [])
  const now = state.at === 'ready' ? state.content.figures : undefined
  const median = now?.medianWait ?? null
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-2 max-md:w-full">
      <dl className="flex gap-x-6 max-md:w-full max-md:justify-between">
        <Figure name="等待中" value={now === undefined ? '--' : `${now.waiting} 人`} />
        <Figure name="今日等待中位数" value={median === null ? '--' : waitWords(median)} />
        <Figure
          name="近 30 天满意度"
          value={now?.satisfaction == null ? '--' : now.satisfaction.toFixed(2)}
          note={now === undefined || now.ratings === 0 ? '' : `${now.ratings} 次评价`}
        />
      </dl>
      {hours.at === 'ready' && (
        <p className="text-xs text-ink-2 max-md:hidden">
          {hours.content.staffed ? '工作时间' : '非工作时间'}（{serviceHoursWords(hours.content)}）
        </p>
      )}
    </div>
  )
}
