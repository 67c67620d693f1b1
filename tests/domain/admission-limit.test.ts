import { expect, test } from 'vitest'
import { AdmissionLimit, Overloaded, type Admission } from '../../src/domain/operations/admission-limit.ts'

const usual = { room: 1, queue: 100, patience: 10_000 }

/** Requests admission one after the other; returns the names in admission order. */
async function orderOf(limit: AdmissionLimit, asked: Readonly<Record<string, Admission>>): Promise<string[]> {
  const order: string[] = []
  const leave = await limit.take({ since: 0 })
  const all = Object.entries(asked).map(async ([name, admission]) => {
    const out = await limit.take(admission)
    order.push(name)
    out()
  })
  leave()
  await Promise.all(all)
  return order
}

test('admits up to the limit, further requests in order of arrival', async () => {
  const limit = new AdmissionLimit({ ...usual, room: 2 })
  const leaves = await Promise.all([limit.take(), limit.take()])
  let third = false
  const coming = limit.take().then((leave) => ((third = true), leave))
  await new Promise(setImmediate)
  expect(third).toBe(false)
  expect(limit.state).toEqual({ running: 2, waiting: 1, refused: 0 })
  leaves[0]()
  // Leaving twice frees only one place.
  leaves[0]()
  ;(await coming)()
  leaves[1]()
  expect(limit.state).toEqual({ running: 0, waiting: 0, refused: 0 })
})

test('admits priority requests first, then the oldest', async () => {
  const order = await orderOf(new AdmissionLimit(usual), {
    young: { since: 3 },
    old: { since: 1 },
    signIn: { since: 4, first: true },
    middle: { since: 2 },
  })
  expect(order).toEqual(['signIn', 'old', 'middle', 'young'])
})

test('reserves places for priority requests', async () => {
  const limit = new AdmissionLimit({ ...usual, room: 3, reserved: 1, patience: 5 })
  await limit.take()
  await limit.take()
  await expect(limit.take()).rejects.toBeInstanceOf(Overloaded)
  await limit.take({ first: true })
  expect(limit.state).toMatchObject({ running: 3, refused: 1 })
})

test('limits one key to its share while others overtake it', async () => {
  const limit = new AdmissionLimit({ ...usual, room: 3, perKey: 2, patience: 20 })
  const [first] = await Promise.all([limit.take({ key: 'held' }), limit.take({ key: 'held' })])
  const third = limit.take({ key: 'held' })
  await limit.take({ key: 'other' })
  expect(limit.state).toMatchObject({ running: 3, waiting: 1 })
  first()
  await third
})

test('does not starve large requests', async () => {
  const limit = new AdmissionLimit({ ...usual, room: 10 })
  const leave = await limit.take({ size: 6 })
  const order: string[] = []
  const large = limit.take({ size: 8 }).then(() => order.push('large'))
  const small = limit.take({ size: 2 }).then(() => order.push('small'))
  await new Promise(setImmediate)
  expect(order).toEqual([])
  leave()
  await Promise.all([large, small])
  expect(order).toEqual(['large', 'small'])
})

test('rejects with a retry time on timeout or a full queue', async () => {
  const limit = new AdmissionLimit({ room: 1, queue: 2, patience: 20 })
  await limit.take()
  const waiting = [limit.take(), limit.take()]
  await expect(limit.take()).rejects.toMatchObject({ retryAfter: 5 })
  // Priority requests are counted separately.
  const urgent = limit.take({ first: true, patience: 1 })
  await expect(urgent).rejects.toBeInstanceOf(Overloaded)
  for (const one of waiting) await expect(one).rejects.toBeInstanceOf(Overloaded)
  expect(limit.state).toEqual({ running: 1, waiting: 0, refused: 4 })
})

test('an aborted request admits those queued behind it', async () => {
  const limit = new AdmissionLimit({ ...usual, room: 10, patience: 20 })
  await limit.take({ size: 6 })
  const large = limit.take({ size: 8, patience: 1 })
  const small = limit.take({ size: 2 })
  await expect(large).rejects.toBeInstanceOf(Overloaded)
  ;(await small)()
})
