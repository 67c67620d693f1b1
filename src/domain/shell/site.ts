/** What of the installation's settings pages may know; null is off. Filled by the middleware as `Astro.locals.site`. */
export type Site = {
  /** Origin of absolute links, from SITE_URL, never from the Host header. */
  readonly url: string
  readonly supplyChainUrl: string | null
  readonly mallUrl: string | null
  readonly industryLeaderUrl: string | null
  readonly demo: boolean
  /** Who reviews what is submitted: operators, or nobody, which pages say. */
  readonly review: 'auto' | 'manual'
}

/** Before the middleware ran (error pages, plain rendering in tests): everything outside is off. */
const nothing: Site = {
  url: 'http://localhost:4321',
  supplyChainUrl: null,
  mallUrl: null,
  industryLeaderUrl: null,
  demo: false,
  review: 'manual',
}

/** The settings from `Astro.locals.site`, or all off where nobody filled it. */
export const siteOr = (site: Site | undefined): Site => site ?? nothing
