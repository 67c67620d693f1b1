import { AsyncLocalStorage } from 'node:async_hooks'
import { NoopLogger, type Logger } from 'drizzle-orm/logger'
import { expect } from 'vitest'
import type { TestApp } from './app.ts'

const inCall = new AsyncLocalStorage<true>()

/**
 * Number of read queries of one call. Parallel jobs use the same object, but in other async contexts, and are not
 * counted.
 */
export async function countQueries({ runtime: { db } }: TestApp, call: () => Promise<unknown>): Promise<number> {
  const before = Object.getOwnPropertyDescriptor(db, 'select')
  const read = db.select
  let count = 0
  Object.defineProperty(db, 'select', {
    configurable: true,
    get: () => {
      if (inCall.getStore() === true) count += 1
      return read
    },
  })
  try {
    await inCall.run(true, call)
  } finally {
    if (before === undefined) Reflect.deleteProperty(db, 'select')
    else Object.defineProperty(db, 'select', before)
  }
  // A count of zero would make every comparison pass.
  expect(count).toBeGreaterThan(0)
  return count
}

/** Statements of one call, without those that begin and end its transaction. */
export async function statementsOf(call: () => Promise<unknown>): Promise<readonly string[]> {
  const logger: Logger = NoopLogger.prototype
  const { logQuery } = logger
  const statements: string[] = []
  logger.logQuery = (text) => {
    if (inCall.getStore() === true && !/^\s*(begin|commit)/i.test(text)) statements.push(text)
  }
  try {
    await inCall.run(true, call)
  } finally {
    logger.logQuery = logQuery
  }
  return statements
}
