import { setPersistentEngine } from '@nanostores/persistent'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { UserInfo } from '../../../src/contract/accounts/person.ts'
import type { LeaderMessage } from '../../../src/domain/shell/industry-leader.ts'

const origin = 'https://park.example'
const minutes = 60_000

/** Stub of the other window that records messages. */
const otherWindow = () => {
  const posted: { readonly message: LeaderMessage; readonly to: string; readonly at: number }[] = []
  return {
    posted,
    closed: false,
    postMessage: (message: LeaderMessage, to: string) => void posted.push({ message, to, at: Date.now() }),
  }
}

type Listener = (event: { readonly key: string; readonly newValue: string }) => void
const listeners = new Set<Listener>()
/** Simulates sign-out in another tab. */
const signOutElsewhere = () => {
  for (const listener of listeners) listener({ key: 'userInfo', newValue: 'null' })
}

beforeEach(() => {
  vi.resetModules()
  vi.useFakeTimers()
  listeners.clear()
  setPersistentEngine(
    {},
    {
      addEventListener: (_key, listener) => void listeners.add(listener),
      removeEventListener: (_key, listener) => void listeners.delete(listener),
    },
  )
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined })
  vi.stubGlobal('location', { protocol: 'http:' })
  vi.stubGlobal('document', { cookie: '', addEventListener: () => undefined })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const person: UserInfo = {
  userId: 3,
  loginName: 'buyer',
  realName: '',
  avatar: '',
  loginPassword: '',
  resources: '',
  companyId: 1,
  companyName: '',
  shopId: null,
  isSaler: false,
  isService: false,
  isOperator: false,
}

/** Signs in with the other window open and tickets valid for five minutes. */
async function told(life = 5 * minutes) {
  const { completeLogin, session } = await import('../../../src/stores/accounts/session.ts')
  const { sendVisitorTicket } = await import('../../../src/browser/shell/industry-leader.ts')
  // Subscribes like a page that renders the session, so that changes of other tabs arrive.
  session.subscribe(() => undefined)
  completeLogin(person)
  const opened = otherWindow()
  const given: { readonly ticket: string; readonly expiresAt: number }[] = []
  const ticketOf = async () => {
    const ticket = { ticket: `ticket-${given.length + 1}`, expiresAt: Date.now() + life }
    given.push(ticket)
    return ticket
  }
  await sendVisitorTicket(opened, origin, ticketOf)
  return { opened, given, enter: completeLogin }
}

test('sends every second, at most 2,000 times, to that origin only, with valid, renewed tickets', async () => {
  const { opened, given } = await told()
  await vi.advanceTimersByTimeAsync(2_500_000)
  expect(opened.posted).toHaveLength(2_000)
  expect(new Set(opened.posted.map(({ to }) => to))).toEqual(new Set([origin]))
  const [first, second] = opened.posted
  expect((second?.at ?? 0) - (first?.at ?? 0)).toBe(1_000)
  expect(first?.message).toEqual({ token: 'ticket-1', userId: 3, loginName: 'buyer' })
  const endOf = new Map(given.map(({ ticket, expiresAt }) => [ticket, expiresAt]))
  expect(opened.posted.every(({ message, at }) => at < (endOf.get(message.token) ?? 0))).toBe(true)
  expect(given.length).toBeGreaterThan(5)
  expect(given.length).toBeLessThan(12)
})

test('sends nothing after the window closed or the user signed out, and nothing about other users', async () => {
  const one = await told()
  await vi.advanceTimersByTimeAsync(3_000)
  one.opened.closed = true
  await vi.advanceTimersByTimeAsync(10_000)
  expect(one.opened.posted).toHaveLength(3)
  const two = await told()
  await vi.advanceTimersByTimeAsync(2_000)
  signOutElsewhere()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(two.opened.posted).toHaveLength(2)
  const three = await told()
  await vi.advanceTimersByTimeAsync(2_000)
  three.enter({ ...person, userId: 4, loginName: 'other' })
  await vi.advanceTimersByTimeAsync(10_000)
  expect(three.opened.posted).toHaveLength(2)
})

test('sends nothing without a session or a ticket', async () => {
  const { sendVisitorTicket } = await import('../../../src/browser/shell/industry-leader.ts')
  const opened = otherWindow()
  const asked = vi.fn<() => Promise<{ ticket: string; expiresAt: number }>>(async () => ({
    ticket: 'x',
    expiresAt: Date.now() + minutes,
  }))
  await sendVisitorTicket(opened, origin, asked)
  const { completeLogin } = await import('../../../src/stores/accounts/session.ts')
  completeLogin(person)
  await sendVisitorTicket(opened, origin, async () => undefined)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(asked).not.toHaveBeenCalled()
  expect(opened.posted).toEqual([])
})
