import type { TestProject } from 'vitest/node'
import { startSite } from './site.ts'

declare module 'vitest' {
  interface ProvidedContext {
    site: string
    /** To its database: see site-database.ts. */
    door: string
  }
}

/** One built site with its demo data for all journeys of a run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const site = await startSite({}, { withDoor: true })
  project.provide('site', site.url)
  project.provide('door', site.door)
  return () => site.remove()
}
