import { randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { and, asc, desc, eq, gt, inArray, isNull, lt, ne, or, sql } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import { zip, type AsyncZippable } from 'fflate'
import type { Logger } from 'pino'
import type { personalDataCalls } from '../../contract/accounts/personal-data.ts'
import { CallFailed } from '../../contract/failures.ts'
import type { Db } from '../../db/open.ts'
import { users } from '../../db/tables/accounts.ts'
import { files } from '../../db/tables/operations.ts'
import { dataExports } from '../../db/tables/privacy.ts'
import { columnsIn } from '../../db/personal-data.ts'
import { exportDays, exportsPerDay } from '../../domain/accounts/closing.ts'
import { links } from '../../domain/links.ts'
import { notify } from '../accounts/notifications/notify.ts'
import { assertReauthenticated } from '../accounts/profile/reauthenticate.ts'
import type { Handler } from '../handler.ts'
import { createJobContext } from '../platform/job-context.ts'
import type { Providers } from '../providers/providers.ts'
import type { Push } from '../push/push.ts'
import { personalTables, rowsOfPerson, type PersonKeys } from './personal-tables.ts'

type Export = typeof dataExports.$inferSelect

/** A file of the copy; names are unique. */
interface ZipEntry {
  readonly name: string
  readonly bytes: Uint8Array
}

/** Compresses in threads, so that the process goes on answering. */
const createZip = promisify<AsyncZippable, Uint8Array>(zip)

export const dataExport: Handler<typeof personalDataCalls.dataExport> = async (_input, { db, caller }) => {
  const isValid = or(isNull(dataExports.expiresAt), gt(dataExports.expiresAt, sql`now()`))
  const [copy] = await db
    .select()
    .from(dataExports)
    .where(and(eq(dataExports.userId, caller.userId), isValid))
    .orderBy(desc(dataExports.createdAt))
    .limit(1)
  if (copy === undefined) return { copy: null }
  const { id, status, size, createdAt, expiresAt } = copy
  return {
    copy: {
      status,
      size,
      createdAt: createdAt.toISOString(),
      url: status === 'ready' ? `/files/personal-data/${id}` : '',
      expiresAt: expiresAt?.toISOString() ?? null,
    },
  }
}

export const dataExportRequest: Handler<typeof personalDataCalls.dataExportRequest> = async (_input, context) => {
  const { db, caller, jobs, after, note } = context
  const { userId } = caller
  await assertReauthenticated(db, caller)
  await db.transaction(async (tx) => {
    await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update')
    const recent = await tx
      .select({ id: dataExports.id })
      .from(dataExports)
      .where(and(eq(dataExports.userId, userId), gt(dataExports.createdAt, sql`now() - interval '1 day'`)))
      .limit(exportsPerDay)
    if (recent.length >= exportsPerDay) throw new CallFailed('exportsUsedUp')
    const made = await tx
      .insert(dataExports)
      .values({ id: randomBytes(16).toString('base64url'), userId })
      .onConflictDoNothing()
      .returning({ id: dataExports.id })
    if (made.length === 0) throw new CallFailed('exportWaiting')
  })
  note('')
  after(() => jobs.wake('accounts-exports'))
  return {}
}

interface ExportContext {
  readonly push: Push
  readonly providers: Pick<Providers, 'storage'>
  readonly log: Pick<Logger, 'error'>
}

/** Attempts before a copy is given up; the person may ask again. */
const maxAttempts = 5
/** Copies per run. */
const batch = 20

/** Makes the copies that people asked for, and removes those whose days are over. */
export async function createDataExports(db: Db, context: ExportContext): Promise<void> {
  await removeExpiredExports(db, context)
  const waiting = await db
    .select()
    .from(dataExports)
    .where(eq(dataExports.status, 'waiting'))
    .orderBy(asc(dataExports.createdAt))
    .limit(batch)
  for (const copy of waiting) {
    try {
      await createDataExport(db, copy, context)
    } catch (err) {
      context.log.error({ err, id: copy.id }, 'copy of personal data not made')
      await db
        .update(dataExports)
        .set({
          attempts: copy.attempts + 1,
          ...(copy.attempts + 1 >= maxAttempts ? { status: 'failed', expiresAt: daysFromNow() } : {}),
        })
        .where(and(eq(dataExports.id, copy.id), eq(dataExports.status, 'waiting')))
    }
  }
}

const daysFromNow = () => new Date(Date.now() + exportDays * 86_400_000)

async function createDataExport(db: Db, { id, userId }: Export, { push, providers }: ExportContext): Promise<void> {
  const [user] = await db
    .select({ mobile: users.mobile, email: users.email, deletedAt: users.deletedAt })
    .from(users)
    .where(eq(users.id, userId))
  if (user === undefined || user.deletedAt !== null) {
    await db.delete(dataExports).where(eq(dataExports.id, id))
    return
  }
  const entries: readonly ZipEntry[] = [
    { name: '说明.txt', bytes: Buffer.from(explanation) },
    ...(await collectRows(db, { userId, mobile: user.mobile, email: user.email })),
    ...(await collectFiles(db, userId, providers)),
  ]
  const bytes = await createZip(Object.fromEntries(entries.map((entry) => [entry.name, entry.bytes])))
  // A key for each attempt: two at once must not write into the same file.
  const storageKey = `personal-data/${id}-${randomBytes(8).toString('hex')}`
  await providers.storage.put(storageKey, bytes, 'application/zip')
  const { context, notifyAll } = createJobContext(push)
  const isSaved = await db.transaction(async (tx) => {
    const made = await tx
      .update(dataExports)
      .set({ status: 'ready', storageKey, size: bytes.byteLength, readyAt: new Date(), expiresAt: daysFromNow() })
      .where(and(eq(dataExports.id, id), eq(dataExports.status, 'waiting')))
      .returning({ id: dataExports.id })
    if (made.length === 0) return false
    await notify(tx, context, 'data.ready', [userId], {
      title: '您的个人信息副本已生成',
      text: `请在 ${exportDays} 天内登录后下载，下载链接仅限您本人使用。`,
      path: links.buyerSecurity(),
    })
    return true
  })
  // The account was closed meanwhile, or another attempt was faster.
  if (!isSaved) await providers.storage.remove(storageKey)
  await notifyAll()
}

const explanation = `本压缩包是您在平台上的个人信息副本。
“数据”文件夹中每个文件对应一类记录（JSON 格式，UTF-8 编码）；“文件”文件夹是您以个人身份上传的文件。
密码、密钥等登录凭证，以及属于企业的商业秘密不在其中。
请妥善保管，勿交给他人。
`

/** Rows per table; beyond it the newest are not included, which the file says by its length. */
const maxRows = 100_000

/** Names of files of a research programme are secrets of its company. */
const isExportedFile = ne(files.purpose, 'programme')

/** The person's rows of every table, as JSON; without credentials and secrets of companies. */
async function collectRows(db: Db, keys: PersonKeys): Promise<ZipEntry[]> {
  const entries: ZipEntry[] = []
  for (const personal of personalTables) {
    const { name, table, data } = personal
    const shown = new Set([data.personal, data.open, data.technical].flatMap((list) => columnsIn(list)))
    const rows: readonly Readonly<Record<string, unknown>>[] = await db
      .select()
      .from(table)
      .where(and(rowsOfPerson(personal, keys), table === files ? isExportedFile : undefined))
      .limit(maxRows)
    if (rows.length === 0) continue
    const own = rows.map((row) =>
      Object.fromEntries(Object.entries(row).filter(([column]) => shown.has(toSnakeCase(column)))),
    )
    entries.push({ name: `数据/${name}.json`, bytes: Buffer.from(JSON.stringify(own, null, 2)) })
  }
  return entries
}

/** Bytes of files in a copy; the others are listed with their addresses. */
const maxFileBytes = 100 * 1024 * 1024

/** Files that the person uploaded for themselves, not for a company. */
async function collectFiles(db: Db, userId: number, { storage }: Pick<Providers, 'storage'>): Promise<ZipEntry[]> {
  const own = and(eq(files.userId, userId), or(isNull(files.companyId), eq(files.purpose, 'avatar')))
  const rows = await db.select().from(files).where(own).orderBy(asc(files.createdAt))
  const entries: ZipEntry[] = []
  const left: { readonly name: string; readonly path: string }[] = []
  let bytes = 0
  for (const { id, name, size, storageKey } of rows) {
    bytes += size
    if (bytes > maxFileBytes) left.push({ name, path: `/files/${id}/${encodeURIComponent(name)}` })
    else entries.push({ name: `文件/${id}-${name}`, bytes: await storage.read(storageKey) })
  }
  if (left.length > 0)
    entries.push({ name: '文件/未包含的文件.json', bytes: Buffer.from(JSON.stringify(left, null, 2)) })
  return entries
}

async function removeExpiredExports(db: Db, { providers }: Pick<ExportContext, 'providers'>): Promise<void> {
  const expired = await db
    .select({ id: dataExports.id, key: dataExports.storageKey })
    .from(dataExports)
    .where(lt(dataExports.expiresAt, sql`now()`))
    .limit(batch * 10)
  for (const { key } of expired) if (key !== '') await providers.storage.remove(key)
  const ids = expired.map(({ id }) => id)
  if (ids.length > 0) await db.delete(dataExports).where(inArray(dataExports.id, ids))
}
