import lighthouse, { desktopConfig, type Config, type Flags, type Result } from 'lighthouse'

/** What Lighthouse says of a page. */
export interface Measured {
  /** Performance, accessibility, best practices and search engines, 0 to 100. */
  readonly scores: readonly [number, number, number, number]
  /** Cumulative layout shift. */
  readonly shift: number
  /** Audits that cost points. */
  readonly costs: readonly string[]
}

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const

interface Terms {
  /** Of the browser's debugging. */
  readonly port: number
  /** Kept out of search engines on purpose: that it is costs it nothing. */
  readonly hidden: boolean
  readonly desktop: boolean
}

/** One page, visited by nobody before. */
export async function measure(url: string, { port, hidden, desktop }: Terms): Promise<Measured> {
  const flags: Flags = { port, logLevel: 'error', onlyCategories: [...categories] }
  if (hidden) flags.skipAudits = ['is-crawlable']
  const config: Config | undefined = desktop ? desktopConfig : undefined
  const lhr = await seen(url, flags, config)
  const score = (name: (typeof categories)[number]) => Math.round((lhr.categories[name]?.score ?? 0) * 100)
  return {
    scores: [score('performance'), score('accessibility'), score('best-practices'), score('seo')],
    shift: lhr.audits['cumulative-layout-shift']?.numericValue ?? Number.NaN,
    costs: categories.flatMap((name) => costsOf(lhr, name)),
  }
}

/** On a busy machine a page may not be painted in time: then it is looked at again, twice. */
async function seen(url: string, flags: Flags, config: Config | undefined): Promise<Result> {
  for (let left = 2; ; left -= 1) {
    const result = await lighthouse(url, flags, config)
    if (result === undefined) throw new Error(`Lighthouse said nothing of ${url}`)
    const painted = result.lhr.categories['performance']?.score !== null
    if (painted || left === 0) return result.lhr
  }
}

/** Of performance everything costs a little always: what costs a tenth of an audit or more is named. */
const costsOf = ({ categories: all, audits }: Result, name: string): string[] =>
  (all[name]?.auditRefs ?? []).flatMap(({ id, weight }) => {
    const score = audits[id]?.score ?? 1
    return weight > 0 && score < (name === 'performance' ? 0.9 : 1) ? [id] : []
  })
