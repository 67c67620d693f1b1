import type { FilePurpose } from '../../../../src/contract/operations/files.ts'
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

/** A certificate to submit. */
export const certificate = async (client: Client, more: { tag?: string; until?: string | null } = {}) => ({
  tag: 'CAP',
  name: 'CAP 认可',
  scope: '临床检验实验室',
  until: dayIn(200),
  ...more,
  fileId: await uploaded(client, 'licence'),
})

/** Submits a certificate and has an operator approve it. */
export async function approvedCertificate(
  app: TestApp,
  client: Client,
  more: { tag?: string; until?: string | null } = {},
) {
  const { qualificationId } = contentOf(await submit(client, await certificate(client, more)))
  const ops = await signInAs(app, 'ops')
  contentOf(await ops.api.shops.qualificationReview({ qualificationId, event: 'pass' }))
  return { qualificationId }
}

/** Submits a certificate with a new idempotency key. */
export const submit = (client: Client, input: Parameters<Client['api']['shops']['shopQualificationSave']>[0]) =>
  client.api.shops.shopQualificationSave(input, { idempotencyKey: newKey() })
