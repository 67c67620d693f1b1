import type { FilePurpose } from '../../../../src/contract/operations/files.ts'
import { certificateNumber } from '../../../../src/db/seeds/data/certificates.ts'
import { date } from '../../../../src/domain/time.ts'
import type { TestApp } from '../../app.ts'
import { signInAs, contentOf, type Client } from '../../client.ts'
import { newKey } from '../../sentinels.ts'
import { gradient } from '../../uploads.ts'

let made = 0

/** Uploads a picture for a purpose and returns its id. */
export async function uploaded(client: Client, purpose: FilePurpose): Promise<string> {
  made += 1
  const bytes = await (purpose === 'licence' ? gradient(560 + made, 420) : gradient(60 + made, 40))
  return contentOf(await client.upload(purpose, new File([bytes], `picture-${made}.jpg`))).fileId
}

/** A day in Shanghai, a number of days from today. */
export const dayIn = (days: number): string => date(new Date(Date.now() + days * 86_400_000).toISOString())

/** Input of an unchanged seller form. */
export async function formOf(client: Client) {
  const shop = contentOf(await client.api.shops.sellerShop({}))
  const { shopName, brief, introduction, logoFileId, backdrop, holidayFrom, holidayUntil, holidayNotice, version } =
    shop
  return { shopName, brief, introduction, logoFileId, backdrop, holidayFrom, holidayUntil, holidayNotice, version }
}

type CertificateInput = Parameters<Client['api']['shops']['shopQualificationSave']>[0]

/** A certificate to submit; its kind has no published form of number, so that an operator decides. */
export const certificate = async (client: Client, more: Partial<CertificateInput> = {}): Promise<CertificateInput> => {
  const fileId = more.fileId ?? (await uploaded(client, 'licence'))
  const tag = more.tag ?? 'CAP'
  return {
    tag,
    name: 'CAP 认可',
    // A number of its own, which no seed has.
    number: certificateNumber(tag, '2025-01-01', '110000', 400 + made),
    issuer: 'College of American Pathologists',
    holder: '持证单位',
    scope: '临床检验实验室',
    until: dayIn(200),
    confirmed: true,
    ...more,
    fileId,
  }
}

/** Register that an operator of a test looked at. */
export const register = { url: 'https://www.cap.org/laboratory-improvement', on: dayIn(0), note: '' }

/** Submits a certificate and has an operator approve it. */
export async function approvedCertificate(app: TestApp, client: Client, more: Partial<CertificateInput> = {}) {
  const { qualificationId } = contentOf(await submit(client, await certificate(client, more)))
  const ops = await signInAs(app, 'ops')
  contentOf(await ops.api.shops.qualificationReview({ qualificationId, event: 'pass', register }))
  return { qualificationId }
}

/** Submits a certificate with a new idempotency key. */
export const submit = (client: Client, input: Parameters<Client['api']['shops']['shopQualificationSave']>[0]) =>
  client.api.shops.shopQualificationSave(input, { idempotencyKey: newKey() })
