import { routes } from '../../domain/routes.ts'
import type { pageViews } from '../tables/visits.ts'
import type { Calendar } from './calendar.ts'
import { random } from './random.ts'

type View = typeof pageViews.$inferInsert

/** How much each page is read, against the others. */
const shares: readonly (readonly [path: keyof typeof routes, share: number])[] = [
  ['/', 100],
  ['/serviceHall/service', 74],
  ['/serviceHall/serviceDetails', 66],
  ['/serviceHall', 41],
  ['/marketHall/marketDetails', 38],
  ['/demandHall', 33],
  ['/marketHall/market', 31],
  ['/demandHall/detail', 27],
  ['/supplier/home', 24],
  ['/shopList', 18],
  ['/login/login', 15],
  ['/platform/commonProblem', 9],
  ['/drug/policies', 7],
  ['/platform/buyerAccount/isDesk', 12],
  ['/platform/sellerCenter/isDesk', 8],
]
/** Of a hundred views of a public page. */
const kinds = [
  ['inner', 58],
  ['search', 21],
  ['direct', 13],
  ['social', 6],
  ['other', 2],
] as const

const daysBack = 75

/** Two and a half months of views: more on working days, slowly growing. */
export function buildVisits(days: Calendar): View[] {
  const dice = random(20_261_121)
  const rows: View[] = []
  for (let back = daysBack; back >= 1; back -= 1) {
    const day = days.date(-back)
    const weekend = [0, 6].includes(days.at(-back, '12:00').getUTCDay())
    const pull = (weekend ? 0.36 : 1) * (1 - back / 220) * (0.88 + dice.next() * 0.24)
    for (const [path, share] of shares) {
      const own = routes[path].who !== 'all'
      for (const [referrer, part] of own
        ? ([
            ['inner', 92],
            ['direct', 8],
          ] as const)
        : kinds) {
        const views = Math.round(((share * part) / 100) * pull * 6 * (0.85 + dice.next() * 0.3))
        if (views > 0) rows.push({ day, area: 'standard', path, referrer, views })
      }
    }
  }
  return rows
}
