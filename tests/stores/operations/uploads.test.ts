import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { FilePurpose, Uploaded } from '../../../src/contract/operations/files.ts'
import type { createUploads } from '../../../src/stores/operations/uploads.ts'
import { gradient, pdf } from '../../support/uploads.ts'
import { signedIn, type SignedIn } from '../demands/signed-in.ts'
import { withUploads } from './page-request.ts'
import { appForFile } from '../../support/fixtures.ts'

const app = appForFile()
let page: SignedIn
let picture: File
beforeAll(async () => {
  picture = new File([new Uint8Array(await gradient(300, 200))], 'a.jpg')
})
beforeEach(async () => {
  page = await signedIn('buyer', '', app)
  withUploads()
})

const paper = (name: string) => new File([pdf], name)
const opened = async (purpose: FilePurpose, options: Parameters<typeof createUploads>[1] = {}) => {
  const store = await import('../../../src/stores/operations/uploads.ts')
  return store.createUploads(purpose, options)
}
const idle = (uploads: Awaited<ReturnType<typeof opened>>) =>
  vi.waitFor(() => expect(uploads.busy.get()).toBe(false), { timeout: 5_000 })

test('a picture is uploaded with progress, reported when ready, and replaced by the next', async () => {
  const onReady = vi.fn<(file: Uploaded) => void>()
  const avatar = await opened('avatar', { onReady })
  const seen: unknown[] = []
  avatar.items.subscribe((items) => seen.push(...items))
  avatar.add([picture])
  expect(avatar.items.get()).toMatchObject([{ name: 'a.jpg', at: 'sending', percent: 0 }])
  await idle(avatar)
  expect(seen).toContainEqual(expect.objectContaining({ at: 'sending', percent: 40 }))
  expect(avatar.items.get()).toMatchObject([{ name: 'a.webp', at: 'ready', href: expect.stringMatching(/^\/files\//) }])
  const [first] = avatar.files.get()
  expect(onReady.mock.calls).toEqual([[first]])
  avatar.add([picture])
  await idle(avatar)
  expect(avatar.files.get().length).toBe(1)
  expect(avatar.files.get()[0]?.fileId).not.toBe(first?.fileId)
})

test.each([
  ['avatar', new File(['x'], 'a.pdf'), '不支持这种文件，请选择 JPG、PNG 或 WebP 图片，不超过 5 MB'],
  ['licence', new File([new Uint8Array(10 * 1024 * 1024 + 1)], 'a.pdf'), '文件过大，请选择不超过 10 MB 的文件'],
  ['licence', new File(['x'], 'IMG_1.HEIC'), '暂不支持 HEIC 照片，请先转换为 JPG'],
  ['attachment', new File([], 'a.pdf'), '这是一个空文件，请重新选择'],
] as const)('%s: what cannot be taken is refused at once, unsent', async (purpose, file, reason) => {
  const uploads = await opened(purpose)
  uploads.add([file])
  expect(uploads.items.get()).toMatchObject([{ at: 'failed', reason, canRetry: false }])
  expect(page.calls).not.toContain('/files/upload')
})

test('a network failure can be retried', async () => {
  const uploads = await opened('attachment', { maxFiles: 3 })
  page.network.cut = true
  uploads.add([paper('a.pdf')])
  await idle(uploads)
  expect(uploads.items.get()).toMatchObject([
    { at: 'failed', reason: '网络中断，文件没有传完，请重传', canRetry: true },
  ])
  page.network.cut = false
  uploads.retry(uploads.items.get()[0]?.id ?? '')
  await idle(uploads)
  expect(uploads.items.get()).toMatchObject([{ at: 'ready', name: 'a.pdf' }])
})

test('a refused file shows what to do', async () => {
  const uploads = await opened('attachment', { maxFiles: 3 })
  uploads.add([new File(['<svg/>'], 'a.png'), new File([pdf.slice(0, 60)], 'b.pdf')])
  await idle(uploads)
  expect(uploads.items.get()).toMatchObject([
    { at: 'failed', reason: expect.stringMatching(/^不支持这种文件，请选择 PDF、Word/), canRetry: false },
    { at: 'failed', reason: '文件无法读取，可能已损坏，请换一个文件', canRetry: false },
  ])
})

test('an ended session keeps the file for a retry', async () => {
  const uploads = await opened('attachment')
  page.expire()
  uploads.add([paper('a.pdf')])
  await idle(uploads)
  expect(uploads.items.get()).toMatchObject([{ at: 'failed', reason: '登录已失效，登录后请重传', canRetry: true }])
})

test('several files keep their order; too many are refused; a removed one is gone', async () => {
  const uploads = await opened('attachment', { maxFiles: 3 })
  uploads.setFiles([
    { fileId: 'kept', url: '/files/kept/k.pdf', name: 'k.pdf', size: 9, contentType: 'application/pdf' },
  ])
  uploads.add([paper('a.pdf'), paper('b.pdf'), paper('c.pdf')])
  const [, first, , last] = uploads.items.get()
  expect(last).toMatchObject({ name: 'c.pdf', at: 'failed', reason: '最多 3 个文件，请先移除不用的' })
  uploads.remove(first?.id ?? '')
  await idle(uploads)
  expect(uploads.files.get().map(({ name }) => name)).toEqual(['k.pdf', 'b.pdf'])
})
