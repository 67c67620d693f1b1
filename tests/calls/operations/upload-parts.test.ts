import { createHash } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { files } from '../../../src/db/tables/operations.ts'
import { uploadParts } from '../../../src/db/tables/upload-parts.ts'
import { partBytes } from '../../../src/domain/operations/file-rules.ts'
import { deleteUnusedFiles } from '../../../src/server/platform/files/delete-unused-files.ts'
import { signInAs, contentOf, failureOf, visitor, type Client } from '../../support/client.ts'
import { appForFile } from '../../support/fixtures.ts'

const app = appForFile()
let buyer: Client
let seller: Client
beforeAll(async () => {
  ;[buyer, seller] = [await signInAs(app, 'buyer'), await signInAs(app, 'seller')]
})

const text = Buffer.from('供试品接收单,批号,数量\n'.repeat(30_000))
const base64 = (from: number, until: number) => text.subarray(from, until).toString('base64')
const about = (uploadId: string, size = text.length) => ({ uploadId, purpose: 'chat' as const, size })
const send = async (uploadId: string, at: number, client = buyer) =>
  contentOf(await client.api.operations.uploadPart({ ...about(uploadId), at, bytes: base64(at, at + partBytes) }))
    .received
const finish = (uploadId: string, more: object = {}, client = buyer) =>
  client.api.operations.uploadFinish({ ...about(uploadId), name: '接收单.csv', ...more }, { idempotencyKey: uploadId })

test('resumes after an interruption, stores no part twice, and yields the complete file', async () => {
  const id = crypto.randomUUID()
  expect(await send(id, 0)).toBe(partBytes)
  // The response was lost: the same part is sent again; one sent too early changes nothing.
  expect(await send(id, 0)).toBe(partBytes)
  expect(await send(id, 2 * partBytes)).toBe(partBytes)
  const asked = await buyer.api.operations.uploadPart({ ...about(id), at: 0, bytes: '' })
  expect(contentOf(asked)).toEqual({ received: partBytes })
  expect(failureOf(await finish(id))).toBe('conflict')
  // Of two parallel requests one counts.
  const both = await Promise.all([send(id, partBytes), send(id, partBytes)])
  expect(both).toEqual([2 * partBytes, 2 * partBytes])
  for (let at = 2 * partBytes; at < text.length;) at = await send(id, at)
  const kept = contentOf(await finish(id))
  expect(kept).toMatchObject({ name: '接收单.csv', size: text.length, contentType: 'text/csv' })
  expect(await app.db.$count(uploadParts, eq(uploadParts.uploadId, id))).toBe(0)
  // The response was lost again: the same file is returned, not a second one.
  expect(contentOf(await finish(id))).toEqual(kept)
  expect(await app.db.$count(files, eq(files.id, kept.fileId))).toBe(1)
  const [row] = await app.db.select().from(files).where(eq(files.id, kept.fileId))
  expect(row?.sha256).toBe(createHash('sha256').update(text).digest('hex'))
})

test('is private to its sender; another user with the same id gets nothing', async () => {
  const id = crypto.randomUUID()
  await send(id, 0)
  const other = await seller.api.operations.uploadPart({ ...about(id), at: 0, bytes: '' })
  expect(contentOf(other)).toEqual({ received: 0 })
  expect(failureOf(await finish(id, {}, seller))).toBe('conflict')
  expect(failureOf(await visitor(app).api.operations.uploadPart({ ...about(id), at: 0, bytes: '' }))).toBe(
    'sessionInvalid',
  )
})

test('rejects a wrong size, a file too large, and a mismatching type', async () => {
  const { uploadPart } = buyer.api.operations
  const id = crypto.randomUUID()
  expect(failureOf(await uploadPart({ ...about(id, 10), at: 0, bytes: base64(0, 11) }))).toBe('fileBroken')
  expect(failureOf(await uploadPart({ ...about(id, 21 * 1024 * 1024), at: 0, bytes: '' }))).toBe('fileTooLarge')
  const page = Buffer.from('<html><script>alert(1)</script></html>')
  const html = { ...about(id, page.length), at: 0, bytes: page.toString('base64') }
  contentOf(await uploadPart(html))
  const made = await finish(id, { size: page.length, name: '资料.pdf' })
  expect(failureOf(made)).toBe('fileTypeRefused')
})

test('unfinished uploads are deleted after a day', async () => {
  const [old, fresh] = [crypto.randomUUID(), crypto.randomUUID()]
  await send(old, 0)
  await send(fresh, 0)
  await app.db
    .update(uploadParts)
    .set({ createdAt: sql`now() - interval '25 hours'` })
    .where(eq(uploadParts.uploadId, old))
  await deleteUnusedFiles(app.db, app.runtime.providers)
  expect(await app.db.$count(uploadParts, eq(uploadParts.uploadId, old))).toBe(0)
  expect(await app.db.$count(uploadParts, eq(uploadParts.uploadId, fresh))).toBe(1)
})
