import type { FieldFault } from '../../contract/failures.ts'
import type { PasswordOwner } from '../../domain/accounts/password-rules.ts'

/** What is missing in a password to be set; nothing when it may be used. The rules are loaded when they are needed. */
export async function newPasswordFaults(password: string, owner: PasswordOwner = {}): Promise<FieldFault[]> {
  if (password === '') return [{ field: 'password', message: '请设置密码' }]
  try {
    const { passwordFaults } = await import('../../domain/accounts/password-rules.ts')
    return passwordFaults(password, owner)
      .slice(0, 1)
      .map((message) => ({ field: 'password', message }))
  } catch {
    // Without a network the rules do not come: the call after this says so, and the server knows them.
    return []
  }
}
