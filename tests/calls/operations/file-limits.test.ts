import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import sharp from 'sharp'
import { eq } from 'drizzle-orm'
import { files } from '../../../src/db/tables/operations.ts'
import { ByteLimit } from '../../../src/server/platform/files/memory-limit.ts'
import { incomingFolder } from '../../../src/server/platform/files/incoming-folder.ts'
import { createOcr } from '../../../src/server/providers/ocr.ts'
import { contentOf, failureOf } from '../../support/client.ts'
import { gradient, pdf } from '../../support/uploads.ts'
import { sweepFiles } from '../../../src/server/platform/files/delete-unused-files.ts'
import { appForFile, clientForFile } from '../../support/fixtures.ts'

const app = appForFile()
const buyer = clientForFile(app, 'buyer')

const plain = async (width: number, height: number) =>
  new File(
    [
      new Uint8Array(
        await sharp({ create: { width, height, channels: 3, background: '#ccd' } })
          .png()
          .toBuffer(),
      ),
    ],
    'a.png',
  )

describe('pictures', () => {
  test.each([
    ['licence', 1, 1, 'pictureTooSmall'],
    ['licence', 399, 420, 'pictureTooSmall'],
    ['licence', 60, 3_000, 'pictureTooNarrow'],
    ['licence', 6, 3_000, 'pictureTooNarrow'],
    ['licence', 400, 400, 'none'],
    ['avatar', 4, 30_000, 'pictureTooNarrow'],
    ['avatar', 1, 1, 'none'],
    ['attachment', 400, 12_000, 'none'],
    ['attachment', 10, 12_000, 'pictureTooNarrow'],
  ] as const)('for %s of %i × %i: %s', async (purpose, width, height, failure) => {
    expect(failureOf(await buyer.upload(purpose, await plain(width, height)))).toBe(failure)
  })

  test('with too many pixels are rejected with a specific failure', async () => {
    const webp = await sharp({ create: { width: 6_000, height: 4_000, channels: 3, background: '#ccd' } })
      .webp()
      .toBuffer()
    expect(failureOf(await buyer.upload('picture', new File([new Uint8Array(webp)], 'a.webp')))).toBe('pictureTooLarge')
  })

  test('stored before the limits are not decoded for OCR', async () => {
    const given: number[] = []
    const ocr = createOcr(async () => ({
      read: async (picture) => {
        const { width = 0, height = 0 } = await sharp(picture).metadata()
        given.push(width * height)
        return ''
      },
      end: async () => {},
    }))
    for (const [width, height] of [
      [60, 3_000],
      [6, 3_000],
      [700, 3_000],
      [300, 400],
    ] as const) {
      await ocr.words(new Uint8Array(await (await plain(width, height)).arrayBuffer()))
    }
    await ocr.close()
    expect(given).toHaveLength(2)
    expect(Math.max(...given)).toBeLessThanOrEqual(6_000_000)
  })
})

describe('ByteRoom', () => {
  test('admits what fits, in order, and waiting ones when others leave', async () => {
    const room = new ByteLimit(100, 10_000)
    const order: string[] = []
    const leave = await room.take(80)
    const second = room.take(60).then((out) => (order.push('second'), out))
    const third = room.take(10).then((out) => (order.push('third'), out))
    await new Promise(setImmediate)
    expect(order).toEqual([])
    leave()
    leave()
    ;(await second)()
    ;(await third)()
    expect(order).toEqual(['second', 'third'])
    await expect(room.take(101)).rejects.toMatchObject({ failure: 'tooLarge' })
  })

  test('rejects those who waited too long', async () => {
    const room = new ByteLimit(10, 5)
    await room.take(10)
    await expect(room.take(1)).rejects.toMatchObject({ failure: 'tooMany' })
  })
})

test('uploads hold their reservation until stored, and leave no temporary files', async () => {
  const { storage } = app.runtime.providers
  let [now, peak] = [0, 0]
  const put = vi.spyOn(storage, 'put').mockImplementation(async () => {
    now += 1
    peak = Math.max(peak, now)
    await new Promise((resolve) => setTimeout(resolve, 30))
    now -= 1
  })
  const big = new Uint8Array(9 * 1024 * 1024).fill(32)
  big.set(pdf)
  big.set(pdf, big.length - pdf.length)
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => buyer.upload('attachment', new File([big], '报告.pdf'))),
  ).finally(() => put.mockRestore())
  expect(answers.map(failureOf)).toEqual(answers.map(() => 'none'))
  // At most three files of nine megabytes fit at once.
  expect(peak).toBeLessThanOrEqual(3)
  expect(readdirSync(incomingFolder(app.runtime.config.dataDir))).toEqual([])
})

describe('sweepFiles', () => {
  const log = { info: vi.fn<() => void>(), error: vi.fn<() => void>() }
  const sweep = () => sweepFiles(app.db, { ...app.runtime, log })
  const folder = () => join(app.runtime.config.dataDir, 'files')
  const lay = (key: string, hoursOld: number, root = folder()) => {
    const path = join(root, key)
    mkdirSync(join(path, '..'), { recursive: true })
    writeFileSync(path, 'x')
    const time = new Date(Date.now() - hoursOld * 3_600_000)
    utimesSync(path, time, time)
  }
  const keys = async () => {
    const found: string[] = []
    for await (const { key } of app.runtime.providers.storage.list()) found.push(key)
    return found
  }
  const id = (sign: string) => sign.repeat(22)

  test('removes bytes without a row after a day, and nothing else', async () => {
    const { fileId } = contentOf(
      await buyer.upload('chat', new File([new Uint8Array(await gradient(600, 400))], 'a.jpg')),
    )
    const [row] = await app.db.select().from(files).where(eq(files.id, fileId))
    const own = row?.storageKey ?? ''
    for (const key of [own, `${own}.small`]) lay(key, 48)
    lay(`attachment/${id('a')}`, 25)
    lay(`chat/${id('b')}.small`, 25)
    lay(`attachment/made-${'0'.repeat(64)}-${id('c')}`, 25)
    lay(`attachment/${id('d')}`, 23)
    lay('attachment/anything-else.txt', 48)
    lay('stale', 25, incomingFolder(app.runtime.config.dataDir))
    lay('coming', 1, incomingFolder(app.runtime.config.dataDir))
    expect(await sweep()).toBe(3)
    const left = await keys()
    expect(left).toEqual(
      expect.arrayContaining([own, `${own}.small`, `attachment/${id('d')}`, 'attachment/anything-else.txt']),
    )
    expect(left.filter((key) => /[abc]{22}/.test(key))).toEqual([])
    expect(readdirSync(incomingFolder(app.runtime.config.dataDir))).toEqual(['coming'])
  })

  test('removes nothing if a large share has no row, as beside a restored database', async () => {
    for (let at = 0; at < 120; at += 1) lay(`picture/${String(at).padStart(22, '0')}`, 48)
    expect(await sweep()).toBe(0)
    expect((await keys()).filter((key) => /^picture\/0{19}/.test(key))).toHaveLength(120)
    expect(log.error).toHaveBeenCalledOnce()
  })
})
