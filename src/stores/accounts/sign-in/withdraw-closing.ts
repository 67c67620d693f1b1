import { closingAccount } from './closing-account.ts'
import { networkError, loadClient } from './load-client.ts'
import { resetMobileLogin } from './mobile-sign-in.ts'
import { resetPasswordLogin } from './sign-in.ts'

/** Withdraws the closing of the account; the person then signs in again. */
export async function withdrawClosing(): Promise<void> {
  const now = closingAccount.get()
  if (now.at !== 'asking') return
  closingAccount.set({ ...now, at: 'sending', message: '' })
  const line = await loadClient()
  const answer = await line?.api.accounts.accountReturn({ ticket: now.ticket })
  if (answer?.ok) closingAccount.set({ at: 'returned' })
  else closingAccount.set({ ...now, at: 'asking', message: answer?.failure.message ?? networkError.message })
}

/** Returns to the login form, with what was typed there. */
export function leaveClosing(): void {
  closingAccount.set({ at: 'none' })
  resetPasswordLogin()
  resetMobileLogin()
}
