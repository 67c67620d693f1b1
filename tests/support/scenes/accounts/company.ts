import sharp from 'sharp'
import { eq } from 'drizzle-orm'
import { creditCode } from '../../../../src/db/seeds/codes.ts'
import { random } from '../../../../src/db/seeds/random.ts'
import { companies, licenceReadings, users } from '../../../../src/db/tables/accounts.ts'
import { stateChanges } from '../../../../src/db/tables/operations.ts'
import { hashPassword } from '../../../../src/server/session/passwords.ts'
import type { TestApp } from '../../app.ts'
import { contentOf, type Client } from '../../client.ts'
import { newKey } from '../../sentinels.ts'
import { newAccount, password, signIn } from './people.ts'

let made = 0
const hash = hashPassword(password)

/** A signed-in user without a company. */
export async function loner(app: TestApp): Promise<{ client: Client; userId: number; mobile: string }> {
  const { loginName, realName, mobile } = newAccount()
  const account = { loginName, realName, mobile, email: `${loginName}@example.com`, passwordHash: await hash }
  const [row] = await app.db.insert(users).values(account).returning({ id: users.id })
  return { client: await signIn(app, loginName), userId: row?.id ?? 0, mobile }
}

/** An unused unified social credit code. */
export function newCreditCode(): string {
  made += 1
  const chance = random(31_000 + made)
  return creditCode('510100', `MA${String(chance.int(100_000, 999_999))}`)
}

/** An unused company name. */
export const newName = () => `成都试衡${++made}号医药科技有限公司`

/** Input of the company form. */
export const details = (more: { companyName?: string } = {}) => ({
  shortName: '试衡医药',
  districtCode: '510107',
  address: '科园南路 88 号',
  intro: '',
  contactName: '温时雨',
  contactPhone: '028-85123456',
  contactEmail: '',
  website: '',
  scale: '' as const,
  ...more,
})

/** Content of the licence, as confirmed by the user. */
export const licenceOf = (more: { companyName?: string; creditCode?: string; validUntil?: string | null } = {}) => ({
  companyName: newName(),
  creditCode: newCreditCode(),
  legalPerson: '程砚秋',
  districtCode: '510107',
  address: '四川省成都市武侯区科园南路 88 号',
  foundedAt: '2019-05-06',
  validUntil: null,
  businessScope: '',
  ...more,
})
type Licence = ReturnType<typeof licenceOf>

/** Uploads a plain picture as a licence; `says` is its simulated OCR result. */
export async function uploadLicence(app: TestApp, client: Client, says?: Pick<Licence, 'companyName' | 'creditCode'>) {
  const colour = { r: (made += 1) % 256, g: 120, b: 90 }
  const bytes = await sharp({ create: { width: 560, height: 420, channels: 3, background: colour } })
    .png()
    .toBuffer()
  const file = new File([new Uint8Array(bytes)], '营业执照.png', { type: 'image/png' })
  const { fileId } = contentOf(await client.upload('licence', file))
  if (says !== undefined) {
    const lines = ['统一社会信用代码', says.creditCode, `名称${says.companyName}`]
    await app.db.insert(licenceReadings).values({ fileId, lines })
  }
  return fileId
}

/** Submits a certification whose licence matches, differs, or was not read yet. */
export async function submit(app: TestApp, client: Client, licence: Licence, reads: 'same' | 'other' | 'nothing') {
  const says = { same: licence, other: licenceOf(), nothing: undefined }[reads]
  const licenceFileId = await uploadLicence(app, client, says)
  return client.api.accounts.organizationAuthSave({ ...licence, licenceFileId }, { idempotencyKey: newKey() })
}

/** The owner of a newly certified company. */
export async function certifiedOwner(app: TestApp) {
  const person = await loner(app)
  const licence = licenceOf()
  const { certificationId } = contentOf(await submit(app, person.client, licence, 'same'))
  const { companyId } = contentOf(await person.client.api.accounts.companyInfo({}))
  if (companyId === null) throw new Error('No company was made')
  return { ...person, licence, certificationId, companyId }
}

/** Sets a company's certification directly in the database. */
export const setCertification = (
  app: TestApp,
  companyId: number,
  columns: Partial<Pick<typeof companies.$inferInsert, 'certification' | 'certifiedUntil' | 'expiryNotifiedDays'>>,
) => app.db.update(companies).set(columns).where(eq(companies.id, companyId))

/** History of a company's certification: `from event to`. */
export async function certificationSteps(app: TestApp, companyId: number): Promise<string[]> {
  const rows = await app.db
    .select()
    .from(stateChanges)
    .where(eq(stateChanges.entityId, companyId))
    .orderBy(stateChanges.id)
  return rows
    .filter(({ entity }) => entity === 'certification')
    .map(({ fromStatus, event, toStatus }) => `${fromStatus} ${event} ${toStatus}`)
}
