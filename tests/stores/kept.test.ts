import { afterEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { asText, isKept, kept, shaped, textsOf } from '../../src/stores/kept.ts'

afterEach(() => void vi.unstubAllGlobals())

const address = z.object({ city: z.string(), floor: z.number() })
const throwing = () => {
  throw new DOMException('The quota has been exceeded', 'QuotaExceededError')
}
function storage(taken: Map<string, string>, setItem = (key: string, text: string) => void taken.set(key, text)) {
  return { getItem: (key: string) => taken.get(key) ?? null, setItem, removeItem: (key: string) => taken.delete(key) }
}

test('what is kept is there for the next page, and gone once it is cleared', () => {
  vi.stubGlobal('sessionStorage', storage(new Map()))
  const one = kept('tab', 'where', shaped(address))
  expect(one.read()).toBeUndefined()
  one.keep({ city: '成都', floor: 3 })
  expect(kept('tab', 'where', shaped(address)).read()).toEqual({ city: '成都', floor: 3 })
  one.clear()
  expect([one.read(), isKept('tab', 'where')]).toEqual([undefined, false])
})

test.each(['', '{', 'null', '[1]', '{"city":5,"floor":1}'])(
  'what an older release or somebody else left counts as nothing: %s',
  (text) => {
    vi.stubGlobal('localStorage', storage(new Map([['where', text]])))
    expect(kept('browser', 'where', shaped(address)).read()).toBeUndefined()
    expect(kept('browser', 'where', asText).read()).toBeUndefined()
    expect(kept('browser', 'where', (read) => textsOf(read)('street')).read() ?? '').toBe('')
  },
)

test('a full storage: what was typed last counts, as long as the page is open', () => {
  const taken = new Map([['remark', '"旧的"']])
  vi.stubGlobal('sessionStorage', storage(taken, throwing))
  const remark = kept('tab', 'remark', asText)
  expect(remark.read()).toBe('旧的')
  remark.keep('新的')
  expect(remark.read()).toBe('新的')
  remark.clear()
  expect([remark.read(), taken.size]).toEqual([undefined, 0])
})

test('a browser that forbids storage: everything works, and nothing outlives the page', () => {
  vi.stubGlobal('sessionStorage', { getItem: throwing, setItem: throwing, removeItem: throwing })
  const remark = kept('tab', 'remark', asText)
  expect(remark.read()).toBeUndefined()
  remark.keep('请尽快')
  expect([remark.read(), isKept('tab', 'remark')]).toEqual(['请尽快', true])
  remark.clear()
  expect(remark.read()).toBeUndefined()
})
