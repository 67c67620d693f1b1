import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { CallFailed } from '../../contract/failures.ts'
import { ssoSeconds } from '../../domain/accounts/session.ts'
import { ownPath } from '../../domain/own-path.ts'

/** What is needed again when the person comes back; lies in their browser meanwhile. */
interface Kept {
  /** Of PKCE: proves that who redeems the code is who asked for it. */
  readonly verifier: string
  readonly nonce: string
  /** Path of this site, or empty. */
  readonly redirect: string
}

const kept = z.object({ verifier: z.string(), nonce: z.string(), redirect: z.string() })
/** A browser drops longer cookies. */
const longestKept = 3500

const sealOf = (secret: string, id: string, until: string, pack: string) =>
  createHmac('sha256', secret).update(`sso-state ${id} ${until} ${pack}`).digest()

/** A state that fits this one pack only: `id.until.seal`. The pack is what the browser's cookie keeps. */
export function signState(secret: string, { verifier, nonce, redirect }: Kept): { state: string; kept: string } {
  const packed = (path: string) =>
    Buffer.from(JSON.stringify({ verifier, nonce, redirect: path })).toString('base64url')
  const whole = packed(ownPath(redirect) ?? '')
  const pack = whole.length > longestKept ? packed('') : whole
  const id = randomBytes(16).toString('base64url')
  const until = String(Math.floor(Date.now() / 1000) + ssoSeconds)
  return { state: `${id}.${until}.${sealOf(secret, id, until, pack).toString('base64url')}`, kept: pack }
}

/** What belongs to a state that was made here, for the browser that has it, and is not over. Else throws ssoRefused. */
export function readState(secret: string, state: string, pack: string): Kept & { id: string; until: Date } {
  const [id = '', until = '', seal = ''] = state.split('.')
  const wanted = sealOf(secret, id, until, pack)
  const given = Buffer.from(seal, 'base64url')
  const fits = given.length === wanted.length && timingSafeEqual(given, wanted)
  if (!fits || Number(until) * 1000 < Date.now()) throw new CallFailed('ssoRefused')
  // Sealed by ourselves, so it reads as it was written.
  const read = kept.parse(JSON.parse(Buffer.from(pack, 'base64url').toString()))
  return { ...read, redirect: ownPath(read.redirect) ?? '', id, until: new Date(Number(until) * 1000) }
}
