import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { eq } from 'drizzle-orm'
import { failedFor, fieldFailed } from '../../contract/failures.ts'
import { companies, users } from '../../db/tables/accounts.ts'
import type { Db } from '../../db/open.ts'
import { AdmissionLimit } from '../../domain/operations/admission-limit.ts'
import {
  commonMessage,
  passwordFaults,
  passwordLength,
  type PasswordOwner,
} from '../../domain/accounts/password-rules.ts'
import { soundOf } from '../search/pinyin.ts'

/** Hashing takes a core for 90 ms and 19 MB: as many at once as there are cores, the others wait in line. */
const atOnce = availableParallelism()
const secondsEach = 0.1
/** People in the line: the last of them waits some ten seconds, on a busy machine twice as long. Whoever comes then is told when to come again. */
const mostWaiting = 200
const patience = 20_000
export const passwordLimit = new AdmissionLimit({
  room: atOnce,
  queue: mostWaiting,
  patience,
  refuse: (waiting) => failedFor('tooMany', (waiting * secondsEach) / atOnce),
})

/** Throws tooMany when the line is full, or has not moved for long. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const leave = await passwordLimit.take()
  return work().finally(leave)
}

/** argon2id hash of a password. */
export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password))

/**
 * True when the password fits. An account that does not exist (undefined) or has no password yet (null) costs the same
 * time and never fits.
 */
export async function passwordFits(kept: string | null | undefined, password: string): Promise<boolean> {
  const fits = await inTurn(async () => verify(kept ?? (await nobody), password))
  return fits && kept != null
}

const nobody = hash('nobody has this password')

/**
 * Judges a password that is to be set; throws invalidInput at `field` with the first rule that it does not meet. Besides
 * the rules that forms know, none of some 18,000 common passwords is taken, in whatever case.
 */
export async function mustBeAllowed(password: string, owner: PasswordOwner = {}, field = 'password'): Promise<void> {
  const { companyName } = owner
  const sound = companyName === undefined ? {} : { companySound: soundOf(companyName).pinyin }
  const [broken] = passwordFaults(password, { ...owner, ...sound })
  const isCommon = broken === undefined && (await commonPasswords()).has(password.toLowerCase())
  const message = isCommon ? commonMessage : broken
  if (message !== undefined) throw fieldFailed({ field, message })
}

let common: Promise<ReadonlySet<string>> | undefined
/** Read when the first password is set: most processes need no more of the list than that. */
const commonPasswords = () =>
  (common ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common'].filter(({ length }) => length >= passwordLength.min)),
  ))

/** What passwords of an account must not hold. */
export async function passwordOwner(db: Db, userId: number): Promise<PasswordOwner> {
  const [row] = await db
    .select({ loginName: users.loginName, mobile: users.mobile, companyName: companies.name })
    .from(users)
    .leftJoin(companies, eq(companies.id, users.companyId))
    .where(eq(users.id, userId))
  if (row === undefined) return {}
  return { loginName: row.loginName, mobile: row.mobile ?? undefined, companyName: row.companyName ?? undefined }
}
