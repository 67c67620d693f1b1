import type { Desk } from '../../contract/orders/desk.ts'
import { maskName } from '../../domain/masks.ts'
import { bigMoneyParts } from '../../domain/money.ts'
import { timeInput } from '../../domain/time-input.ts'
import type { Loaded } from '../../stores/loaded.ts'
import { Avatar } from '../../ui/Avatar.tsx'

/** Who sits at the desk; from the page, so that it stands there at once. */
export type Person = {
  readonly loginName: string
  readonly realName: string
  readonly companyName: string
}

function greeting(now: string): string {
  const hour = Number(timeInput(now).slice(0, 2))
  if (hour < 6) return '夜深了'
  if (hour < 11) return '上午好'
  if (hour < 13) return '中午好'
  return hour < 18 ? '下午好' : '晚上好'
}

const figureText = ({ value, unit }: Desk['figures'][number]) => {
  if (unit === 'count') return value.toLocaleString('en-US')
  const { amount, unit: word } = bigMoneyParts(value)
  return `¥${amount}\u00a0${word.replace('元', '')}`.trim()
}

/** Greeting and figures at the head of a desk. */
export const DeskHead = ({ person, desk, now }: { person: Person; desk: Loaded<Desk>; now: string }) => {
  const name = person.realName ? maskName(person.realName) : person.loginName
  const figures = desk.at === 'ready' ? desk.content.figures : null
  return (
    <div className="mb-4 flex flex-col gap-4 desk:flex-row desk:items-center">
      <div className="flex flex-1 items-center gap-4">
        <Avatar name={person.realName || person.loginName} kind="person" size="lg" />
        <div className="min-w-0">
          <h1 className="text-2xl font-semibold">
            {greeting(now)}，{name}
          </h1>
          <p className="text-ink-2">{person.companyName || '个人账号'}</p>
        </div>
      </div>
      <dl className="flex min-h-12 divide-x divide-line-strong max-desk:rounded-lg max-desk:border max-desk:border-line max-desk:bg-surface max-desk:py-3">
        {figures === null
          ? desk.at === 'loading' &&
            [0, 1, 2].map((index) => (
              <div key={index} className="px-4 text-right last:pr-0 max-desk:flex-1 desk:px-6" aria-hidden>
                <span className="skeleton block h-4 w-20" />
                <span className="skeleton mt-2 ml-auto block h-5 w-10" />
              </div>
            ))
          : figures.map((figure) => (
              <div
                key={figure.label}
                className="px-4 max-desk:flex max-desk:flex-1 max-desk:flex-col max-desk:justify-between max-desk:text-center max-md:px-1 desk:px-6 desk:text-right desk:last:pr-0"
              >
                <dt className="text-sm text-ink-3">{figure.label}</dt>
                <dd className="text-xl font-semibold whitespace-nowrap">{figureText(figure)}</dd>
              </div>
            ))}
      </dl>
    </div>
  )
}
