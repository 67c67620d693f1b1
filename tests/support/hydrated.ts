import type { Page } from 'playwright-core'

/** Waits until every island of the page has come to life: until then its buttons are drawn but hear nothing. */
export const hydrated = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => document.querySelector('astro-island[ssr]') === null)
