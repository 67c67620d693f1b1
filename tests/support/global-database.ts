import type { TestProject } from 'vitest/node'
import { dropTemplate, makeTemplate, type Template } from './database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    template: Template
  }
}

declare global {
  /** One template for every project of a run; each project's setup is its own module. */
  var portalTemplate: { users: number; made: Promise<Template> } | undefined
}

/** Makes the seeded database once for the whole run and hands it to the test files. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const shared = (globalThis.portalTemplate ??= { users: 0, made: makeTemplate(process.env.DATABASE_URL) })
  shared.users += 1
  const template = await shared.made
  project.provide('template', template)
  return async () => {
    shared.users -= 1
    if (shared.users > 0) return
    globalThis.portalTemplate = undefined
    await dropTemplate(template)
  }
}
