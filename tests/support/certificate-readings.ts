import { certificateFaults } from '../../src/domain/shops/certificate-agreement.ts'
import { certificateKey } from '../../src/domain/shops/certificate-kinds.ts'
import {
  certificateLines,
  completeFields,
  readCertificate,
  type ReadCertificate,
} from '../../src/domain/shops/certificate-text.ts'
import type { Ocr } from '../../src/server/providers/ocr.ts'
import {
  certificatePicture,
  drawnCertificates,
  type CertificateText,
  type DrawnCertificate,
} from './certificate-pictures.ts'

interface ReadPaper {
  readonly drawn: DrawnCertificate
  readonly read: ReadCertificate
  readonly isNumberRight: boolean
  readonly isDayRight: boolean
  /** Passes by itself when its person states what it says. */
  readonly passes: boolean
}

const today = '2026-11-28'

/**
 * Draws papers, reads each twice as the server does, and tries what may pass by itself: a person who states what the
 * paper says, one who takes over whatever was read, and persons who state another number, another day or another
 * company.
 */
export async function readPapers(ocr: Ocr, count: number) {
  const papers: ReadPaper[] = []
  const wrongPasses: { readonly said: CertificateText; readonly read: ReadCertificate; readonly how: string }[] = []
  for (const drawn of drawnCertificates(count)) {
    const { text } = drawn
    const picture = await certificatePicture(drawn)
    const fieldsOf = async (preparation: 'red' | 'redSmall') =>
      readCertificate(certificateLines(await ocr.words(picture, preparation)))
    const [first, second] = [await fieldsOf('red'), await fieldsOf('redSmall')]
    const read = completeFields(first, second)
    const passesAs = (stated: Pick<CertificateText, 'tag' | 'number' | 'holder' | 'until'>, name: string) =>
      certificateFaults({
        stated,
        readings: [first, second],
        company: { name, isCertified: true },
        isHeldElsewhere: false,
        isRefusedBefore: false,
        today,
      }).length === 0
    const blind = { tag: read.tag, number: read.number, holder: read.holder, until: read.until ?? '' }
    const isNumberRight = certificateKey(read.number) === certificateKey(text.number)
    const isDayRight = read.until === text.until
    const attempts = [
      [
        'as read',
        blind,
        read.holder,
        isNumberRight && isDayRight && read.holder === text.holder && read.tag === text.tag,
      ],
      ['another number', { ...text, number: otherNumber(text.number) }, text.holder, false],
      [
        'another day',
        { ...text, until: text.until.replace(/^\d{4}/, '2031') },
        text.holder,
        text.until.startsWith('2031'),
      ],
      ['another company', { ...text, holder: `新${text.holder}` }, `新${text.holder}`, false],
      ['another company, its holder', text, `新${text.holder}`, false],
    ] as const
    for (const [how, stated, name, isRight] of attempts)
      if (!isRight && passesAs(stated, name)) wrongPasses.push({ said: text, read, how })
    papers.push({ drawn, read, isNumberRight, isDayRight, passes: passesAs(text, text.holder) })
  }
  return { papers, wrongPasses }
}

/** The number with its last digit changed. */
const otherNumber = (number: string) => number.replace(/\d(?=\D*$)/, (digit) => String((Number(digit) + 1) % 10))
