import type { TestProject } from 'vitest/node'
import { startSite } from './site.ts'

declare module 'vitest' {
  interface ProvidedContext {
    site: string
  }
}

/** One built site with its demo data for all journeys of a run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const site = await startSite()
  project.provide('site', site.url)
  return () => site.remove()
}
