/**
 * Calls whose operation log entries concern account security: they are a person's security log for the
 * own account. Resetting another account's password logs `accounts.passwordReset` for that account.
 */
export const securityCalls = [
  'accounts.login',
  'accounts.loginByMobile',
  'accounts.register',
  'accounts.registerSupplier',
  'accounts.registerLoginByMobile',
  'accounts.ssoLogin',
  'accounts.forgetPasswordByMobile',
  'accounts.passwordReset',
  'accounts.mobileReset',
  'accounts.emailBind',
  'accounts.twoFactorConfirm',
  'accounts.twoFactorRemove',
  'accounts.recoveryCodesRenew',
  'accounts.twoFactorReset',
  'accounts.sessionEnd',
] as const
