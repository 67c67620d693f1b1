import type { Page } from 'playwright'

/** Waits until every island of the page is hydrated. */
export const waitForIslands = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => document.querySelector('astro-island[ssr]') === null)
