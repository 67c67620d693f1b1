import { eq, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { messages } from '../../../src/db/tables/chat.ts'
import { files } from '../../../src/db/tables/operations.ts'
import { readContent } from '../../../src/domain/chat/content.ts'
import { origin } from '../../support/app.ts'
import { contentOf, failureOf } from '../../support/client.ts'
import { gradient } from '../../support/uploads.ts'
import { talkWith, type Talk } from '../../support/scenes/chat/conversation.ts'
import { deleteUnusedFiles } from '../../../src/server/platform/files/delete-unused-files.ts'
import { appForFile } from '../../support/fixtures.ts'

const app = appForFile()
let talk: Talk
beforeAll(async () => {
  talk = await talkWith(app, 'seller')
})

type Name = Parameters<Talk['client']>[0]
const picture = async (name = '样品照片.jpg') => new File([new Uint8Array(await gradient(900, 600))], name)
const text = (name: string) => new File(['批号,结果\n118,合格\n'], name)
const upload = async (who: Name, file: File) => contentOf(await (await talk.client(who)).upload('chat', file))
const send = async (who: Name, fileId: string) =>
  talk.say(who, JSON.stringify({ status: 'file', text: '' }), { fileId })

async function open(
  who: Name | undefined,
  url: string,
): Promise<{ status: number; type: string | null; size: number }> {
  const cookies = who === undefined ? [] : [...(await talk.client(who)).cookies]
  const cookie = cookies.map(([name, value]) => `${name}=${value}`).join('; ')
  const response = await app.fetch(new Request(origin + url, { headers: { cookie } }))
  const { byteLength } = await response.arrayBuffer()
  return { status: response.status, type: response.headers.get('content-type'), size: byteLength }
}

test('a picture is shown to the members of its conversation only, small and in full', async () => {
  const { fileId, url } = await upload('buyer', await picture())
  expect((await open('seller', url)).status).toBe(404)
  await send('buyer', fileId)
  const shop = (await talk.client('seller')).api.chat
  const [shown] = contentOf(await shop.messages(await talk.fromShop('buyer'))).data
  const content = readContent(shown?.content ?? '')
  expect(content).toMatchObject({ status: 'picture', url, imgUrl: `${url}?small`, lastShort: '[图片]', text: '' })
  const [whole, small] = [await open('seller', url), await open('seller', `${url}?small`)]
  expect(whole).toMatchObject({ status: 200, type: 'image/jpeg' })
  expect(small).toMatchObject({ status: 200, type: 'image/webp' })
  expect(small.size).toBeLessThan(whole.size)
  expect((await open('buyer', url)).status).toBe(200)
  // Not another company, a colleague of the buyer, the platform, or a visitor.
  for (const who of ['buyer2', 'sub', 'ops', 'service', undefined] as const) {
    expect((await open(who, url)).status, who).toBe(404)
    expect((await open(who, `${url}?small`)).status, who).toBe(404)
  }
})

test('a file is downloaded and never displayed, found by its name, and deleted when recalled', async () => {
  const { fileId, url, size } = await upload('buyer', text('稳定性考察结果.csv'))
  const { conversationId, seq, id } = await send('buyer', fileId)
  const { contactRecords, recall } = (await talk.client('buyer')).api.chat
  const [hit] = contentOf(await contactRecords({ keyword: '性考察' })).data
  expect(readContent(hit?.content ?? '')).toMatchObject({ status: 'file', title: '稳定性考察结果.csv', size })
  expect((await open('seller', url)).status).toBe(200)
  expect(contentOf(await recall({ conversationId, seq }))).toEqual({ text: '' })
  expect((await open('seller', url)).status).toBe(404)
  expect(contentOf(await contactRecords({ keyword: '性考察' })).data).toEqual([])
  const [row] = await app.db.select().from(messages).where(eq(messages.id, id))
  expect(row?.fileId).toBeNull()
})

test('only own uploads for the chat can be sent', async () => {
  const chat = (await talk.client('buyer')).api.chat
  const foreign = await upload('buyer2', text('别家的.csv'))
  const ofColleague = await upload('sub', text('同事的.csv'))
  const licence = contentOf(await (await talk.client('buyer')).upload('attachment', text('附件.csv')))
  for (const { fileId } of [foreign, ofColleague, licence, { fileId: 'x' }, { fileId: 'A'.repeat(22) }]) {
    expect(failureOf(await chat.sendMessage({ ...talk.toShop, content: '{"text":""}', fileId }))).toBe('notFound')
  }
})

test('hostile names and contents are harmless', async () => {
  const names = [
    '<img src=x onerror=alert(1)>.csv',
    '../../etc/passwd.csv',
    'a\u202efdp.csv',
    `${'长'.repeat(300)}.csv`,
  ]
  for (const name of names) {
    const { fileId, name: kept, url } = await upload('buyer', text(name))
    expect(kept).not.toMatch(/[<>/\\\u202e]/)
    expect([...kept].length).toBeLessThanOrEqual(100)
    await send('buyer', fileId)
    expect((await open('seller', url)).status).toBe(200)
  }
  const page = new File(['<!doctype html><script>alert(1)</script>'], 'x.csv')
  expect(failureOf(await (await talk.client('buyer')).upload('chat', page))).toBe('fileTypeRefused')
})

test('sent files are kept; unsent uploads are deleted with their thumbnails', async () => {
  const [sent, unsent] = [
    await upload('buyer', await picture('发.jpg')),
    await upload('buyer', await picture('没发.jpg')),
  ]
  await send('buyer', sent.fileId)
  const keyOf = async ({ fileId }: { fileId: string }) =>
    (await app.db.select().from(files).where(eq(files.id, fileId)))[0]?.storageKey ?? ''
  const keys = { sent: await keyOf(sent), unsent: await keyOf(unsent) }
  await app.db.update(files).set({ createdAt: sql`now() - interval '3 days'` })
  await deleteUnusedFiles(app.db, app.runtime.providers)
  const { storage } = app.runtime.providers
  expect((await storage.read(`${keys.sent}.small`)).byteLength).toBeGreaterThan(0)
  await expect(storage.read(keys.unsent)).rejects.toThrow(/ENOENT|no such file|not exist|Cannot read/i)
  await expect(storage.read(`${keys.unsent}.small`)).rejects.toThrow(/ENOENT|no such file|not exist|Cannot read/i)
  expect((await open('buyer', sent.url)).status).toBe(200)
  expect((await open('buyer', unsent.url)).status).toBe(404)
})
