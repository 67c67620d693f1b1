import type { FieldError } from '../../../contract/failures.ts'
import type { PasswordOwner } from '../../../domain/accounts/password-rules.ts'

/** Rules that a new password violates; empty if it is valid. The rules are loaded lazily. */
export async function newPasswordErrors(password: string, owner: PasswordOwner = {}): Promise<FieldError[]> {
  if (password === '') return [{ field: 'password', message: '请设置密码' }]
  try {
    const { getPasswordErrors } = await import('../../../domain/accounts/password-rules.ts')
    return getPasswordErrors(password, owner)
      .slice(0, 1)
      .map((message) => ({ field: 'password', message }))
  } catch {
    // Without a network the rules cannot be loaded: the following call reports it, and the server validates again.
    return []
  }
}
