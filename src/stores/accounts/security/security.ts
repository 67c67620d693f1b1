import { atom } from 'nanostores'
import type { SafetyPart } from '../../../domain/accounts/security-level.ts'
import * as email from './bind-email.ts'
import * as mobile from './change-mobile.ts'
import * as password from './change-password.ts'
import { loadProfile, type Profile } from '../profile/own-profile.ts'
import { loadPersonalData } from './personal-data.ts'
import * as record from './security-history.ts'
import * as sessions from './sessions.ts'
import { loadTwoFactor } from './two-factor.ts'

/** The open dialog. */
export const securityDialog = atom<SafetyPart | 'none'>('none')

/** Opens the dialog of one setting. */
export function openSecurityDialog(part: SafetyPart, profile: Profile): void {
  if (part === 'password') password.startPasswordChange(profile)
  else if (part === 'mobile') mobile.startMobileChange(profile)
  else email.startEmailForm()
  securityDialog.set(part)
}
export const closeSecurityDialog = (): void => securityDialog.set('none')

/** After a change: closes the dialog and reloads profile, sessions and history. */
export async function reloadAfterChange(): Promise<void> {
  closeSecurityDialog()
  await Promise.all([loadProfile(), sessions.loadSessions(), record.loadSecurityHistory()])
}

/** Loads the page. */
export async function loadSecurityPage(): Promise<void> {
  await Promise.all([
    loadProfile(),
    loadTwoFactor(),
    sessions.loadSessions(),
    loadPersonalData(),
    record.loadSecurityHistory(1),
  ])
}
