import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { failedFor, fieldFailed } from '../../contract/failures.ts'
import { passwordRules } from '../../domain/accounts/identity-rules.ts'

/** Hashing takes a core for 90 ms and 19 MB: as many at once as there are cores, the others wait in line. */
const atOnce = availableParallelism()
const secondsEach = 0.1
/** People in the line: the last of them waits some ten seconds. Whoever comes then is told when to come again. */
const mostWaiting = 200
let running = 0
const waiting: (() => void)[] = []

/** Throws tooMany when the line is full. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running < atOnce) running += 1
  else if (waiting.length >= mostWaiting) throw failedFor('tooMany', (waiting.length * secondsEach) / atOnce)
  else await new Promise<void>((resolve) => waiting.push(resolve))
  try {
    return await work()
  } finally {
    // The place goes to the next in line without getting free in between.
    const next = waiting.shift()
    if (next === undefined) running -= 1
    else next()
  }
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

/** Judges a password that is to be set; throws invalidInput at `field` with the first rule that it does not meet. */
export function mustBeAllowed(password: string, loginName?: string, field = 'password'): void {
  const broken = passwordRules(password, loginName).find(({ met, needed }) => needed && !met)
  if (broken === undefined) return
  throw fieldFailed({ field, message: /^\d/.test(broken.rule) ? `密码须为 ${broken.rule}` : `密码须${broken.rule}` })
}
