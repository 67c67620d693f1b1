import { ownHosts, type ApiHosts } from './api-hosts.ts'

/** Settings of the installation available to pages; null = off. Filled by the middleware as `Astro.locals.site`. */
export type Site = {
  /** Origin of absolute links, from SITE_URL, never from the Host header. */
  readonly url: string
  /** Hosts for the API calls of scripts. */
  readonly apiHosts: ApiHosts
  readonly supplyChainUrl: string | null
  readonly mallUrl: string | null
  readonly industryLeaderUrl: string | null
  /** QR code of the mini-program and of the official account: an image of this site, or a link; null = none. */
  readonly miniProgramCode: string | null
  readonly officialAccountCode: string | null
  readonly demo: boolean
  /** Whether submissions are reviewed by operators or automatically, which pages state. */
  readonly review: 'auto' | 'manual'
}

/** Defaults before the middleware ran (error pages, rendering in tests): all external services are off. */
const defaultSite: Site = {
  url: 'http://localhost:4321',
  apiHosts: ownHosts,
  supplyChainUrl: null,
  mallUrl: null,
  industryLeaderUrl: null,
  miniProgramCode: null,
  officialAccountCode: null,
  demo: false,
  review: 'manual',
}

/** The settings from `Astro.locals.site`, or the defaults if it is not set. */
export const siteOrDefault = (site: Site | undefined): Site => site ?? defaultSite
