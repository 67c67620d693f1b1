import sharp from 'sharp'
import { describe, expect, test, vi } from 'vitest'
import { createOcr } from '../../../src/server/providers/ocr.ts'
import { contentOf, failureOf, fieldsWithErrors, visitor, type Client } from '../../support/client.ts'
import { hasChineseFont, licencePicture } from '../../support/licence-picture.ts'
import { licenceOf, loner, submit, uploadLicence } from '../../support/scenes/accounts/company.ts'
import { appForFile, clientForFile } from '../../support/fixtures.ts'

const app = appForFile()
const owner = clientForFile(app, 'buyer')

const read = (client: Client, fileId: string) => client.api.accounts.businessLicenseOcr({ fileId })

describe('businessLicenseOcr', () => {
  const needs = hasChineseFont ? '' : ' (skipped: no Chinese font on this machine)'
  test.skipIf(!hasChineseFont)(
    `reads a photographed licence, once a file, and certifies with it${needs}`,
    async () => {
      const { client } = await loner(app)
      const licence = licenceOf()
      const picture = await licencePicture(
        { ...licence, businessScope: '技术服务、技术开发。' },
        { turn: 0.8, quality: 80 },
      )
      const file = new File([new Uint8Array(picture)], '营业执照.jpg', { type: 'image/jpeg' })
      const { fileId } = contentOf(await client.upload('licence', file))
      const words = vi.spyOn(app.runtime.providers.ocr, 'words')
      const fields = contentOf(await read(client, fileId))
      expect(fields).toMatchObject({
        read: true,
        companyName: licence.companyName,
        creditCode: licence.creditCode,
        creditCodeValid: true,
        legalPerson: '程砚秋',
        foundedAt: '2019-05-06',
        validUntil: null,
      })
      expect(contentOf(await read(client, fileId))).toEqual(fields)
      expect(words).toHaveBeenCalledTimes(1)
      words.mockRestore()
      const input = { ...licence, licenceFileId: fileId }
      const sent = await client.api.accounts.organizationAuthSave(input, { idempotencyKey: crypto.randomUUID() })
      expect(contentOf(sent).status).toBe('approved')
    },
    90_000,
  )

  test('returns read: false for a picture without text, and the form stays usable', async () => {
    const { client } = await loner(app)
    const fileId = await uploadLicence(app, client)
    expect(contentOf(await read(client, fileId))).toEqual({
      read: false,
      companyName: '',
      creditCode: '',
      creditCodeValid: false,
      legalPerson: '',
      address: '',
      foundedAt: null,
      validUntil: null,
      businessScope: '',
    })
    expect(contentOf(await submit(app, client, licenceOf(), 'other')).status).toBe('submitted')
  }, 60_000)

  test('accepts pictures only, and only own ones', async () => {
    const pdf = new File(['%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n'], '营业执照.pdf', {
      type: 'application/pdf',
    })
    const { fileId } = contentOf(await owner.upload('licence', pdf))
    expect(failureOf(await read(owner, fileId))).toBe('notPicture')
    const { client } = await loner(app)
    expect(failureOf(await read(client, await uploadLicence(app, owner)))).toBe('notFound')
    expect(failureOf(await read(owner, 'A'.repeat(22)))).toBe('notFound')
    expect(fieldsWithErrors(await read(owner, ''))).toEqual(['fileId'])
    expect(failureOf(await read(visitor(app), fileId))).toBe('sessionInvalid')
  })
})

describe('the OCR engine', () => {
  const picture = () =>
    sharp({ create: { width: 8, height: 8, channels: 3, background: '#ffffff' } })
      .png()
      .toBuffer()
  const patience = { idle: 40, maxMs: 1_500, waiting: 8, pictures: 3 }

  /** A fake worker with controlled answers; counts its tasks and their concurrency. */
  function thread(reading: () => Promise<string>) {
    const seen = { started: 0, ended: 0, atOnce: 0, most: 0 }
    const start = async () => {
      seen.started += 1
      return {
        read: async () => {
          seen.atOnce += 1
          seen.most = Math.max(seen.most, seen.atOnce)
          return reading().finally(() => (seen.atOnce -= 1))
        },
        end: async () => {
          seen.ended += 1
        },
      }
    }
    return { seen, start }
  }
  const row =
    '5\t1\t1\t1\t1\t1\t10\t20\t30\t40\t95.2\t营\n5\t1\t1\t1\t1\t2\t50\t20\t30\t40\t3.1\t龘\n4\t1\t1\t1\t1\t0\t0\t0\t9\t9\t-1\t\n'

  test('starts with the first picture, reads one at a time, omits uncertain results', async () => {
    const { seen, start } = thread(async () => row)
    const ocr = createOcr(start, { ...patience, idle: 10_000, pictures: 100 })
    expect(seen.started).toBe(0)
    const all = await Promise.all([1, 2, 3].map(async () => ocr.words(await picture())))
    expect(all[0]).toEqual([{ text: '营', left: 10, top: 20, width: 30, height: 40 }])
    expect(seen).toMatchObject({ started: 1, most: 1, ended: 0 })
    await ocr.close()
    expect(seen.ended).toBe(1)
    await expect(ocr.words(await picture())).rejects.toMatchObject({ failure: 'ocrBusy' })
  })

  test('queues eight pictures and rejects the next', async () => {
    const gate = Promise.withResolvers<string>()
    const { start } = thread(() => gate.promise)
    const ocr = createOcr(start, { ...patience, maxMs: 10_000 })
    const bytes = await picture()
    const taken = Array.from({ length: 9 }, () => ocr.words(bytes))
    await expect(ocr.words(bytes)).rejects.toMatchObject({ failure: 'ocrBusy' })
    gate.resolve(row)
    expect((await Promise.all(taken)).map((words) => words.length)).toEqual(Array.from({ length: 9 }, () => 1))
    await expect(ocr.words(bytes)).resolves.toHaveLength(1)
    await ocr.close()
  })

  test('aborts a picture that takes too long, and restarts for the next one', async () => {
    let first = true
    const { seen, start } = thread(() => {
      const stuck = first
      first = false
      return stuck ? new Promise(() => {}) : Promise.resolve(row)
    })
    const ocr = createOcr(start, { ...patience, idle: 10_000 })
    await expect(ocr.words(await picture())).rejects.toMatchObject({ failure: 'ocrBusy' })
    expect(seen.ended).toBe(1)
    await expect(ocr.words(await picture())).resolves.toHaveLength(1)
    expect(seen.started).toBe(2)
    await ocr.close()
  })

  test('stops when idle, and after a number of pictures', async () => {
    const { seen, start } = thread(async () => row)
    const ocr = createOcr(start, patience)
    for (let at = 0; at < 4; at += 1) await ocr.words(await picture())
    expect(seen.started).toBe(2)
    await vi.waitFor(() => expect(seen.ended).toBe(2))
    await ocr.close()
  })

  test('rejects files that are not pictures without starting', async () => {
    const { seen, start } = thread(async () => row)
    const ocr = createOcr(start, patience)
    expect(await ocr.words(new TextEncoder().encode('no picture'))).toEqual([])
    expect(seen.started).toBe(0)
    await ocr.close()
  })

  test('reports a worker that cannot start, and tries again', async () => {
    const { start } = thread(async () => row)
    let broken = true
    const ocr = createOcr(async () => {
      if (broken) throw new Error('no data')
      return start()
    }, patience)
    await expect(ocr.words(await picture())).rejects.toThrow('no data')
    broken = false
    await expect(ocr.words(await picture())).resolves.toHaveLength(1)
    await ocr.close()
  })
})
