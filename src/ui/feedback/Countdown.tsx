import { Fragment, useEffect, useState } from 'react'
import { countdown, dateTime, type Iso } from '../../domain/time.ts'

type Props = {
  until: Iso
  /** Server time at rendering; the page counts from there, independent of the client's clock. */
  now: Iso
  /** Called once when the time is up. */
  onOver?: (() => void) | undefined
}

const two = (value: number) => String(value).padStart(2, '0')

/** Time left; amber below three hours, then 已截止 with the time. */
export const Countdown = ({ until, now, onOver }: Props) => {
  const [passed, setPassed] = useState(0)
  const left = countdown(until, new Date(Date.parse(now) + passed).toISOString())
  const over = left.at === 'over'
  useEffect(() => {
    if (over) return onOver?.()
    const start = performance.now() - passed
    const timer = setInterval(() => setPassed(performance.now() - start), 1000)
    return () => clearInterval(timer)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- started once; a new deadline restarts it
  }, [over, until])

  if (left.at === 'over') {
    return (
      <span className="inline-flex items-center gap-3">
        <span className="text-ink-3">已截止</span>
        <span className="text-sm text-ink-3">{dateTime(until)}</span>
      </span>
    )
  }
  const parts = [
    ...(left.days > 0 ? [{ value: String(left.days), unit: '天' }] : []),
    { value: two(left.hours), unit: '时' },
    { value: two(left.minutes), unit: '分' },
    { value: two(left.seconds), unit: '秒' },
  ]
  return (
    <span className="inline-flex items-center gap-1" role="timer">
      {parts.map(({ value, unit }) => (
        <Fragment key={unit}>
          <b
            className={`inline-grid h-7 min-w-8 place-items-center rounded-sm px-1 font-semibold ${left.pressing ? 'bg-warn-soft text-warn' : 'bg-surface-3'}`}
          >
            {value}
          </b>
          <span className="text-sm text-ink-3">{unit}</span>
        </Fragment>
      ))}
    </span>
  )
}
