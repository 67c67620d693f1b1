import { Price } from './Price.tsx'
import { StateBadge } from '../text/StateBadge.tsx'
import type { DemandCardProps } from './card-types.ts'

/** A demand as a row of a list inside an island; the public hall uses DemandCard.astro. */
export const DemandRow = ({ href, title, note, budget, offers, state, left, pressing }: DemandCardProps) => (
  <article className="flex flex-wrap items-center gap-x-6 gap-y-1 border-b border-line py-3 desk:flex-nowrap">
    <div className="w-full min-w-0 desk:flex-1">
      <h3 className="font-medium desk:truncate">
        <a href={href} className="hover:text-accent">
          {title}
        </a>
      </h3>
      {note && <p className="truncate text-sm text-ink-3">{note}</p>}
    </div>
    <span className="desk:w-20">
      <StateBadge tone={state.tone} label={state.label} />
    </span>
    <span className="text-ink-2 desk:w-16 desk:text-right">{offers > 0 ? `${offers}\u00a0家` : '--'}</span>
    <span className={`text-sm desk:w-24 desk:text-right ${pressing ? 'text-warn' : 'text-ink-3'}`}>{left ?? '--'}</span>
    <span className="ml-auto text-right desk:w-36">
      <Price fen={budget} word="议价" size="sm" />
    </span>
  </article>
)
