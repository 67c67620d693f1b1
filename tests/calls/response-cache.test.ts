import { afterAll, expect, test } from 'vitest'
import { failed, success } from '../../src/contract/envelope.ts'
import { entryByName } from '../../src/server/handlers.ts'
import { createPageCache } from '../../src/server/page-cache.ts'
import { cachedResponse } from '../../src/server/response-cache.ts'
import { startApp } from '../support/app.ts'

const app = await startApp()
afterAll(() => app.close())
const { db } = app
const pages = createPageCache()
function entryOf(name: string) {
  const entry = entryByName.get(name)
  if (entry === undefined) throw new Error(`No call ${name}`)
  return entry
}
const asking = (name: string, word: string) => {
  let asked = 0
  const one = { ...entryOf(name), input: { word } }
  return () => cachedResponse({ db, pages }, one, () => Promise.resolve(success((asked += 1))))
}

test('requests a list once, and again after a write that invalidates public pages', async () => {
  const ask = asking('catalogue.services', 'a')
  expect(await ask()).toEqual(success(1))
  expect(await ask()).toEqual(success(1))
  expect(await asking('catalogue.services', 'b')()).toEqual(success(1))
  pages.invalidate(['shop:7'])
  expect(await ask()).toEqual(success(2))
})

test('never caches a call that counts or writes', async () => {
  const ask = asking('demands.demand', 'a')
  expect(await ask()).toEqual(success(1))
  expect(await ask()).toEqual(success(2))
})

test('does not cache a failure', async () => {
  const list = { ...entryOf('catalogue.products'), input: {} }
  const answers = [failed('notFound'), success(1)]
  const ask = () => cachedResponse({ db, pages }, list, () => Promise.resolve(answers.shift() ?? failed('notFound')))
  expect((await ask()).code).toBe(404)
  expect(await ask()).toEqual(success(1))
  expect(await ask()).toEqual(success(1))
})
