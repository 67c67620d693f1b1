/** TOTP code. */
export const totpPattern = /^\d{6}$/
/** Period of a code in seconds; one period earlier or later is also accepted, since clocks differ. */
export const totpPeriod = 30
export const totpWindow = 1
/** Maximum wrong codes per account and hour, across all devices. */
export const secondStepsPerHour = 20
/** Maximum wrong codes per sign-in ticket, and its lifetime in minutes. */
export const maxTriesPerTicket = 5
export const ticketMinutes = 5
export const recoveryCodeCount = 10

/** Normalizes a recovery code for comparison: lower case, without spaces and dashes. */
export const normalizeRecoveryCode = (typed: string): string => typed.replace(/[\s-]/g, '').toLowerCase()
