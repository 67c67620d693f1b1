import { AsyncLocalStorage } from 'node:async_hooks'
import { expect } from 'vitest'
import type { TestApp } from './app.ts'

const inCall = new AsyncLocalStorage<true>()

/**
 * How many reads one call makes. Jobs and what goes on after other calls read through the same object meanwhile; they
 * run in contexts of their own and are not counted.
 */
export async function queriesOf({ runtime: { db } }: TestApp, call: () => Promise<unknown>): Promise<number> {
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
  // Nothing counted would always be equal to nothing counted.
  expect(count).toBeGreaterThan(0)
  return count
}
