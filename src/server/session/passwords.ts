import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { eq } from 'drizzle-orm'
import { failedFor, fieldFailed } from '../../contract/failures.ts'
import { companies, users } from '../../db/tables/accounts.ts'
import type { Db } from '../../db/open.ts'
import { AdmissionLimit } from '../../domain/operations/admission-limit.ts'
import {
  commonMessage,
  getPasswordErrors,
  passwordLength,
  type PasswordOwner,
} from '../../domain/accounts/password-rules.ts'
import { pinyinOf } from '../search/pinyin.ts'

/** Hashing takes 90 ms of a core and 19 MB: one per core at once, the others queue. */
const maxConcurrent = availableParallelism()
const secondsEach = 0.1
/** Maximum queue length: the last one waits about ten seconds, on a busy machine twice as long. */
const maxWaiting = 200
const patienceMs = 20_000
export const passwordLimit = new AdmissionLimit({
  room: maxConcurrent,
  queue: maxWaiting,
  patience: patienceMs,
  refuse: (waiting) => failedFor('tooMany', (waiting * secondsEach) / maxConcurrent),
})

/** Throws tooMany when the queue is full or the wait too long. */
async function withPasswordSlot<T>(work: () => Promise<T>): Promise<T> {
  const leave = await passwordLimit.take()
  return work().finally(leave)
}

/** argon2id hash of a password. */
export const hashPassword = (password: string): Promise<string> => withPasswordSlot(() => hash(password))

/**
 * Whether the password is correct. A missing account (undefined) or password (null) takes the same time and is never
 * correct.
 */
export async function verifyPassword(storedHash: string | null | undefined, password: string): Promise<boolean> {
  const fits = await withPasswordSlot(async () => verify(storedHash ?? (await nobody), password))
  return fits && storedHash != null
}

const nobody = hash('nobody has this password')

/**
 * Validates a new password; throws invalidInput at `field` with the first failed rule. Besides the rules of forms, some
 * 18,000 common passwords are rejected, case-insensitively.
 */
export async function assertPasswordAllowed(
  password: string,
  owner: PasswordOwner = {},
  field = 'password',
): Promise<void> {
  const { companyName } = owner
  const sound = companyName === undefined ? {} : { companySound: pinyinOf(companyName).pinyin }
  const [broken] = getPasswordErrors(password, { ...owner, ...sound })
  const isCommon = broken === undefined && (await commonPasswords()).has(password.toLowerCase())
  const message = isCommon ? commonMessage : broken
  if (message !== undefined) throw fieldFailed({ field, message })
}

let common: Promise<ReadonlySet<string>> | undefined
/** Loaded when the first password is set. */
const commonPasswords = () =>
  (common ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common'].filter(({ length }) => length >= passwordLength.min)),
  ))

/** Data of an account that its password must not contain. */
export async function passwordOwner(db: Db, userId: number): Promise<PasswordOwner> {
  const [row] = await db
    .select({ loginName: users.loginName, mobile: users.mobile, companyName: companies.name })
    .from(users)
    .leftJoin(companies, eq(companies.id, users.companyId))
    .where(eq(users.id, userId))
  if (row === undefined) return {}
  return { loginName: row.loginName, mobile: row.mobile ?? undefined, companyName: row.companyName ?? undefined }
}
