import { afterAll, beforeAll, expect, test } from 'vitest'
import { cut } from '../../src/server/search/words.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { as, contentOf, envelope, failureOf, visitor, type Client } from '../support/client.ts'
import { demandInput, leafOf, saveDemand } from './demands/scene.ts'

/** Texts and numbers that are well typed and that the database cannot take. */

let app: TestApp
let buyer: Client
beforeAll(async () => {
  app = await startApp()
  buyer = await as(app, 'buyer')
})
afterAll(() => app.close())

test('half a surrogate pair is refused at the door, a whole one is let in', async () => {
  const send = async (value: string) =>
    (await envelope(await visitor(app).post('/system/dictionary/key', `{"dictKey":"${value}"}`))).code
  for (const half of ['\\ud800', 'a\\uD83D', '\\udc00\\ud800']) expect(await send(half), half).toBe(400)
  for (const whole of ['\\ud83d\\ude00', 'a\\\\ud800']) expect(await send(whole), whole).toBe(200)
})

test.each([
  ['letters that unfold into three each', 'ﬃ'.repeat(2000)],
  ['one code of accented letters', `${'é'.repeat(1996)}-a1`],
  ['letters that unfold into long words', '㌀'.repeat(2000)],
])('a demand may hold a word of any length: %s', async (_what, summary) => {
  const { id } = await leafOf(app)
  const saved = await saveDemand(buyer, demandInput(id, { summary }))
  expect(contentOf(saved).status).toBe('open')
})

test('cutting a text takes time by its length, not by its square', () => {
  cut('毒理')
  const started = performance.now()
  cut('㌀'.repeat(4000))
  expect(performance.now() - started).toBeLessThan(1_000)
})

test('catching up from a place beyond every conversation finds nothing or is refused', async () => {
  const { platformServiceId: receiveId } = contentOf(await buyer.api.accounts.serviceId({}))
  expect(failureOf(await buyer.api.chat.messages({ receiveId, afterSeq: 2_147_483_647 }))).toBe('none')
  expect(failureOf(await buyer.api.chat.messages({ receiveId, afterSeq: 2_147_483_648 }))).toBe('invalidInput')
})
