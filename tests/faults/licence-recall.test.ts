import { afterAll, expect, test } from 'vitest'
import { creditCode } from '../../src/db/seeds/codes.ts'
import { supplierNotes } from '../../src/db/seeds/data/companies.ts'
import { itemAt, random } from '../../src/db/seeds/random.ts'
import { licenceLines } from '../../src/domain/accounts/licence-layout.ts'
import { licenceFields, sameName } from '../../src/domain/accounts/licence-text.ts'
import { createOcr } from '../../src/server/providers/ocr.ts'
import { hasChineseFont, licencePicture, type LicenceText } from '../support/licence-picture.ts'

const ocr = createOcr()
afterAll(() => ocr.close())

/** Twelve licence photos of decreasing quality: tilt, noise, small JPEGs, low light, two typefaces. */
const pictures = supplierNotes.slice(0, 12).map((note, index) => {
  const body = `MA${String(random(600 + index).int(100_000, 999_999))}`
  const [legalPerson = ''] = note.people.split(' ')
  return {
    text: {
      companyName: note.name,
      creditCode: creditCode(note.registered, body),
      legalPerson,
      address: note.address,
      foundedAt: note.founded,
      businessScope: note.intro,
      validUntil: index % 3 === 0 ? null : note.founded.replace(/^\d{4}/, (year) => String(Number(year) + 20)),
    },
    photograph: {
      turn: itemAt([0, 1.5, -2, 0.7, -1.1, 2.5], index),
      noise: itemAt([0, 12, 25, 18], index),
      quality: itemAt([90, 70, 55, 45], index),
      width: itemAt([2000, 1600, 2400, 1280], index),
      light: itemAt([1, 0.8, 1.05], index),
      family: itemAt(['Noto Serif CJK SC', 'Noto Sans CJK SC'] as const, index),
    },
  }
})

const needs = hasChineseFont ? '' : ' (skipped: no Chinese font on this machine)'
test.skipIf(!hasChineseFont)(
  `most fields of photographed licences are read, and memory does not grow${needs}`,
  async () => {
    const right = { companyName: 0, similar: 0, creditCode: 0, legalPerson: 0, foundedAt: 0, validUntil: 0, address: 0 }
    let [wrongCodes, warm] = [0, 0]
    // Rendered before the measurement, since rendering needs memory.
    const drawn: { text: LicenceText; bytes: Buffer }[] = []
    for (const { text, photograph } of pictures) drawn.push({ text, bytes: await licencePicture(text, photograph) })
    for (const [index, { text, bytes }] of drawn.entries()) {
      const words = await ocr.words(bytes)
      if (index === 3) warm = process.memoryUsage().rss
      const fields = licenceFields(licenceLines(words))
      right.companyName += Number(fields.companyName === text.companyName)
      right.similar += Number(sameName(fields.companyName, text.companyName))
      right.creditCode += Number(fields.creditCode === text.creditCode)
      right.legalPerson += Number(fields.legalPerson === text.legalPerson)
      right.foundedAt += Number(fields.foundedAt === text.foundedAt)
      right.validUntil += Number(fields.validUntil === text.validUntil)
      right.address += Number(fields.address === text.address.replaceAll(' ', ''))
      wrongCodes += Number(fields.creditCodeValid && fields.creditCode !== text.creditCode)
    }
    const grown = Math.round((process.memoryUsage().rss - warm) / 1024 / 1024)
    process.stdout.write(
      `licences: ${pictures.length}, read right ${JSON.stringify(right)}, wrong codes ${wrongCodes}, +${grown} MB\n`,
    )
    expect(right.creditCode).toBeGreaterThanOrEqual(9)
    expect(right.similar).toBeGreaterThanOrEqual(10)
    expect(right.companyName).toBeGreaterThanOrEqual(8)
    for (const count of [right.legalPerson, right.foundedAt, right.validUntil]) expect(count).toBeGreaterThanOrEqual(9)
    expect(right.address).toBeGreaterThanOrEqual(8)
    // A wrong code with a valid checksum would be worse than none.
    expect(wrongCodes).toBeLessThanOrEqual(1)
    expect(grown).toBeLessThan(60)
  },
)
