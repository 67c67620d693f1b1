import { afterEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { asText, isPersisted, persistedValue, withSchema, textFields } from '../../src/stores/persisted-storage.ts'

afterEach(() => void vi.unstubAllGlobals())

const address = z.object({ city: z.string(), floor: z.number() })
const throwing = () => {
  throw new DOMException('The quota has been exceeded', 'QuotaExceededError')
}
function storage(taken: Map<string, string>, setItem = (key: string, text: string) => void taken.set(key, text)) {
  return { getItem: (key: string) => taken.get(key) ?? null, setItem, removeItem: (key: string) => taken.delete(key) }
}

test('returns a saved value to the next page until it is cleared', () => {
  vi.stubGlobal('sessionStorage', storage(new Map()))
  const one = persistedValue('tab', 'where', withSchema(address))
  expect(one.read()).toBeUndefined()
  one.save({ city: '成都', floor: 3 })
  expect(persistedValue('tab', 'where', withSchema(address)).read()).toEqual({ city: '成都', floor: 3 })
  one.clear()
  expect([one.read(), isPersisted('tab', 'where')]).toEqual([undefined, false])
})

test.each(['', '{', 'null', '[1]', '{"city":5,"floor":1}'])(
  'ignores stored text that does not match the schema: %s',
  (text) => {
    vi.stubGlobal('localStorage', storage(new Map([['where', text]])))
    expect(persistedValue('browser', 'where', withSchema(address)).read()).toBeUndefined()
    expect(persistedValue('browser', 'where', asText).read()).toBeUndefined()
    expect(persistedValue('browser', 'where', (read) => textFields(read)('street')).read() ?? '').toBe('')
  },
)

test('falls back to memory when storage is full', () => {
  const taken = new Map([['remark', '"旧的"']])
  vi.stubGlobal('sessionStorage', storage(taken, throwing))
  const remark = persistedValue('tab', 'remark', asText)
  expect(remark.read()).toBe('旧的')
  remark.save('新的')
  expect(remark.read()).toBe('新的')
  remark.clear()
  expect([remark.read(), taken.size]).toEqual([undefined, 0])
})

test('works in memory when storage is forbidden', () => {
  vi.stubGlobal('sessionStorage', { getItem: throwing, setItem: throwing, removeItem: throwing })
  const remark = persistedValue('tab', 'remark', asText)
  expect(remark.read()).toBeUndefined()
  remark.save('请尽快')
  expect([remark.read(), isPersisted('tab', 'remark')]).toEqual(['请尽快', true])
  remark.clear()
  expect(remark.read()).toBeUndefined()
})
