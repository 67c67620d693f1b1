import { atom } from 'nanostores'
import type { SafetyPart } from '../../domain/accounts/security-level.ts'
import * as email from './bind-email.ts'
import * as mobile from './change-mobile.ts'
import * as password from './change-password.ts'
import { load as loadProfile, type Profile } from './own-profile.ts'
import * as record from './security-record.ts'
import * as sessions from './sessions.ts'
import { load as loadTwoFactor } from './two-factor.ts'

/** Which change is open over the page. */
export const dialog = atom<SafetyPart | 'none'>('none')

/** Opens the change of one part. */
export function open(part: SafetyPart, profile: Profile): void {
  if (part === 'password') password.begin(profile)
  else if (part === 'mobile') mobile.begin(profile)
  else email.begin()
  dialog.set(part)
}
export const close = (): void => dialog.set('none')

/** After a change: what the page shows of the account, where it is signed in, and its record are read anew. */
export async function changed(): Promise<void> {
  close()
  await Promise.all([loadProfile(), sessions.load(), record.load()])
}

/** Reads the page. */
export async function start(): Promise<void> {
  await Promise.all([loadProfile(), loadTwoFactor(), sessions.load(), record.load(1)])
}
