import type { Desk } from '../../contract/orders/desk.ts'
import { mostListed } from '../../domain/catalogue/list-query.ts'

type Listing = NonNullable<Desk['listings']>[number]
const kinds = [
  ['service', '服务'],
  ['product', '商品'],
] as const
const figure = (value: number) => `${value.toLocaleString('en-US')}${value >= mostListed ? '+' : ''}`

/** What the shop offers by state; each number leads to its list. */
export const DeskListings = ({ listings }: { listings: readonly Listing[] }) => (
  <section
    className="mt-4 grid gap-x-8 gap-y-4 rounded-lg border border-line bg-surface px-5 py-4 desk:grid-cols-2"
    aria-label="服务与商品"
  >
    {kinds.map(([kind, word]) => {
      const own = listings.filter((each) => each.kind === kind)
      return (
        own.length > 0 && (
          <div key={kind} className="flex items-center gap-4">
            <h2 className="shrink-0 font-semibold">{word}</h2>
            <ul className="grid flex-1 grid-cols-3 divide-x divide-line-strong">
              {own.map(({ label, value, path }) => (
                <li key={label}>
                  <a href={path} className="block px-3 py-1 text-center hover:text-accent">
                    <span className="block text-sm text-ink-3">{label}</span>
                    <b className="text-xl font-semibold">{figure(value)}</b>
                  </a>
                </li>
              ))}
            </ul>
          </div>
        )
      )
    })}
  </section>
)
