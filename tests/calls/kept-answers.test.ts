import { afterAll, expect, test } from 'vitest'
import { failed, success } from '../../src/contract/envelope.ts'
import { keptAnswer } from '../../src/server/kept-answers.ts'
import { createPageCache } from '../../src/server/page-cache.ts'
import { startApp } from '../support/app.ts'

const app = await startApp()
afterAll(() => app.close())
const { db } = app
const pages = createPageCache()
const asking = (name: string, word: string) => {
  let asked = 0
  return () => keptAnswer({ db, pages }, { name, input: { word } }, () => Promise.resolve(success((asked += 1))))
}

test('a list is asked for once, and again after a write that empties public pages', async () => {
  const ask = asking('catalogue.services', 'a')
  expect(await ask()).toEqual(success(1))
  expect(await ask()).toEqual(success(1))
  expect(await asking('catalogue.services', 'b')()).toEqual(success(1))
  pages.invalidate(['shop:7'])
  expect(await ask()).toEqual(success(2))
})

test('a call that counts or notes anything is always made', async () => {
  const ask = asking('demands.demand', 'a')
  expect(await ask()).toEqual(success(1))
  expect(await ask()).toEqual(success(2))
})

test('a failure is told once and asked for again', async () => {
  const list = { name: 'catalogue.products', input: {} }
  const answers = [failed('notFound'), success(1)]
  const ask = () => keptAnswer({ db, pages }, list, () => Promise.resolve(answers.shift() ?? failed('notFound')))
  expect((await ask()).code).toBe(404)
  expect(await ask()).toEqual(success(1))
  expect(await ask()).toEqual(success(1))
})
