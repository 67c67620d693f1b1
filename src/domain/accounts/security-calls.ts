/**
 * Calls whose lines in the operation log concern the safety of an account: what a person sees as the record of their
 * own one. Resetting somebody else's password leaves a line of `accounts.passwordReset` with them.
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
