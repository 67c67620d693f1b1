import type { TestProject } from 'vitest/node'
import { startSite } from './site.ts'

declare module 'vitest' {
  interface ProvidedContext {
    site: string
    /** Socket of its database: see site-database.ts. */
    databaseSocket: string
  }
}

/** One built site with demo data for all journeys of a run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const site = await startSite({}, { withDatabaseSocket: true })
  project.provide('site', site.url)
  project.provide('databaseSocket', site.databaseSocket)
  return () => site.remove()
}
