import lighthouse, { desktopConfig, type Config, type Flags, type Result } from 'lighthouse'

/** Lighthouse result of a page. */
export interface LighthouseResult {
  /** Performance, accessibility, best practices and search engines, 0 to 100. */
  readonly scores: readonly [number, number, number, number]
  /** Cumulative layout shift. */
  readonly shift: number
  /** Audits that lower the scores. */
  readonly costs: readonly string[]
}

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const

interface LighthouseOptions {
  /** Debugging port of the browser. */
  readonly port: number
  /** Excluded from search engines on purpose; the audit for that is ignored. */
  readonly hidden: boolean
  readonly desktop: boolean
}

/** Runs Lighthouse on one page, as a first visit. */
export async function runLighthouse(
  url: string,
  { port, hidden, desktop }: LighthouseOptions,
): Promise<LighthouseResult> {
  const flags: Flags = { port, logLevel: 'error', onlyCategories: [...categories] }
  if (hidden) flags.skipAudits = ['is-crawlable']
  const config: Config | undefined = desktop ? desktopConfig : undefined
  const lhr = await runWithRetries(url, flags, config)
  const score = (name: (typeof categories)[number]) => Math.round((lhr.categories[name]?.score ?? 0) * 100)
  return {
    scores: [score('performance'), score('accessibility'), score('best-practices'), score('seo')],
    shift: lhr.audits['cumulative-layout-shift']?.numericValue ?? Number.NaN,
    costs: categories.flatMap((name) => costsOf(lhr, name)),
  }
}

/** On a busy machine a page may not be painted in time: retried twice. */
async function runWithRetries(url: string, flags: Flags, config: Config | undefined): Promise<Result> {
  for (let left = 2; ; left -= 1) {
    const result = await lighthouse(url, flags, config)
    if (result === undefined) throw new Error(`Lighthouse said nothing of ${url}`)
    const painted = result.lhr.categories['performance']?.score !== null
    if (painted || left === 0) return result.lhr
  }
}

/** Audits that cost a tenth or more; smaller costs in performance are normal. */
const costsOf = ({ categories: all, audits }: Result, name: string): string[] =>
  (all[name]?.auditRefs ?? []).flatMap(({ id, weight }) => {
    const score = audits[id]?.score ?? 1
    return weight > 0 && score < (name === 'performance' ? 0.9 : 1) ? [id] : []
  })
