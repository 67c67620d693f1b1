import { expect, test } from 'vitest'
import { tokenize } from '../../src/server/search/tokenize.ts'
import { contentOf, envelope, failureOf, visitor } from '../support/client.ts'
import { demandInput, leafOf, saveDemand } from '../support/scenes/demands/demand.ts'
import { appForFile, clientForFile } from '../support/fixtures.ts'

/** Well-typed texts and numbers that the database rejects. */

const app = appForFile()
const buyer = clientForFile(app, 'buyer')

test('refuses lone surrogates and accepts surrogate pairs', async () => {
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

test('tokenizing takes linear time', () => {
  tokenize('毒理')
  const started = performance.now()
  tokenize('㌀'.repeat(4000))
  expect(performance.now() - started).toBeLessThan(1_000)
})

test('catching up from an out-of-range sequence number finds nothing or is refused', async () => {
  const { platformServiceId: receiveId } = contentOf(await buyer.api.accounts.serviceId({}))
  expect(failureOf(await buyer.api.chat.messages({ receiveId, afterSeq: 2_147_483_647 }))).toBe('none')
  expect(failureOf(await buyer.api.chat.messages({ receiveId, afterSeq: 2_147_483_648 }))).toBe('invalidInput')
})
