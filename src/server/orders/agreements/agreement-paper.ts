import { createHash } from 'node:crypto'
import type { AgreementVersion, agreementsCalls } from '../../../contract/orders/agreements.ts'
import { CallFailed } from '../../../contract/failures.ts'
import { yuan } from '../../../domain/money.ts'
import { agreementKindLabels, isVersionSigned } from '../../../domain/orders/agreements/agreement-states.ts'
import { periodOf, type AgreedLine, type AgreementTerms } from '../../../domain/orders/agreements/agreement-terms.ts'
import type { Side } from '../../../domain/sides.ts'
import { date } from '../../../domain/time.ts'
import type { Handler } from '../../handler.ts'
import { findGeneratedFile, saveGeneratedFile } from '../../platform/files/generated-files.ts'
import { createPdf } from '../documents/create-pdf.ts'
import { drawParty, loadParties, type ContractParties } from '../documents/order-contract.ts'
import type { PdfPage } from '../documents/pdf-page.ts'
import { signingParty } from '../documents/signing-party.ts'
import { findAgreement, loadSignedVersions, type AgreementRecord, type SideContext } from './load-agreements.ts'

/** Increment when text or layout change, so that stored papers are regenerated. */
const layoutVersion = 2

export const buyerAgreementPaper: Handler<typeof agreementsCalls.buyerAgreementPaper> = (input, context) =>
  paperLink('buyer', input, context)
export const sellerAgreementPaper: Handler<typeof agreementsCalls.sellerAgreementPaper> = (input, context) =>
  paperLink('seller', input, context)

/** A signed version as PDF, created once a week at most; both sides get the same bytes. */
async function paperLink(
  side: Side,
  { agreementId, version }: { readonly agreementId: number; readonly version: number },
  { caller, db, config, providers }: SideContext,
) {
  const agreement = await findAgreement(db, side, caller.companyId, agreementId)
  const signed = (await loadSignedVersions(db, agreementId)).find((each) => each.version === version)
  if (signed === undefined || !isVersionSigned(signed.status)) throw new CallFailed('notFound')
  const at = new Date(signed.signatures.at(-1)?.at ?? signed.createdAt)
  const parties = await loadParties(db, agreement, at)
  const facts = [agreement.agreementNo, signed.fingerprint, signed.signatures, parties, config.demo, layoutVersion]
  const hash = createHash('sha256').update(JSON.stringify(facts)).digest('hex')
  const saved = await findGeneratedFile(db, caller.companyId, hash)
  if (saved !== undefined) return { url: saved.url, name: saved.name }
  const bytes = await createPaper(agreement, signed, { parties, at, demo: config.demo })
  const title = `${agreementKindLabels[agreement.kind]} ${agreement.agreementNo}-${version}`
  const made = await saveGeneratedFile({ db, providers }, caller, { title, kind: 'pdf', bytes, facts: hash })
  return { url: made.url, name: made.name }
}

interface PaperFacts {
  readonly parties: ContractParties
  readonly at: Date
  readonly demo: boolean
}

/** Deterministic bytes. */
function createPaper(
  { agreementNo, kind }: AgreementRecord,
  { version, terms, fingerprint, signatures }: AgreementVersion,
  { parties, at, demo }: PaperFacts,
): Promise<Uint8Array> {
  const title = agreementKindLabels[kind]
  const footer = `校验码 ${fingerprint.slice(0, 16)}${demo ? '　演示数据，不具法律效力' : ''}`
  const party = (side: Side, heading: string) =>
    signingParty(
      heading,
      parties[side].name,
      signatures.find((each) => each.side === side),
    )
  const [first, second] = kind === 'nda' ? (['甲方', '乙方'] as const) : (['甲方（采购方）', '乙方（供应方）'] as const)
  const { from, until } = periodOf(terms, date(at.toISOString()))
  return createPdf({ title, no: agreementNo, footer, at, demo }, (page) => {
    page.title(title)
    page.facts([
      ['协议编号', agreementNo],
      ['协议名称', terms.title],
      ['版本', `第 ${version} 版`],
      ['有效期', `${from} 至 ${until}`],
    ])
    drawParty(page, first, parties.buyer)
    drawParty(page, second, parties.seller)
    drawTerms(page, terms)
    page.gap(10)
    page.sides(party('buyer', first), party('seller', second))
    page.paragraph('双方在平台以登录密码或短信验证码确认本人，对下列校验码所对应的内容签署。', { size: 8.5 })
    page.paragraph(`校验码（SHA-256）：${fingerprint}`, { size: 8.5, align: 'left' })
  })
}

/** The stored articles and nothing else: what both have signed. */
function drawTerms(page: PdfPage, terms: AgreementTerms): void {
  for (const [at, { title, text }] of terms.articles.entries()) {
    page.heading(`${at + 1}　${title}`)
    page.paragraph(text)
    if (at === 0 && terms.kind === 'framework') drawLines(page, terms.lines)
  }
}

const drawLines = (page: PdfPage, lines: readonly AgreedLine[]): void =>
  page.table({
    columns: [
      { head: '序号', share: 1, align: 'center' },
      { head: '名称与规格', share: 6 },
      { head: '单位', share: 1.2 },
      { head: '起订量', share: 1.6, align: 'right' },
      { head: '协议单价（元）', share: 2.4, align: 'right' },
    ],
    rows: lines.map(({ name, specName, unit, minQuantity, unitPrice }, at) => [
      String(at + 1),
      [name, specName].filter(Boolean).join('　'),
      unit,
      minQuantity.toLocaleString('en-US'),
      yuan(unitPrice),
    ]),
  })
