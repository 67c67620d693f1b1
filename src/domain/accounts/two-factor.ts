/** What an authenticator shows. */
export const totpPattern = /^\d{6}$/
/** Seconds for which a code is shown; one step earlier or later counts too, since clocks differ. */
export const totpPeriod = 30
export const totpWindow = 1
/** Wrong codes an hour for one account, wherever they are tried. */
export const secondStepsPerHour = 20
/** Wrong codes for one first step; minutes for which that first step holds. */
export const triesATicket = 5
export const ticketMinutes = 5
export const recoveryCodeCount = 10

/** A recovery code as it is compared: typed in any case, with or without dashes. */
export const tidyRecoveryCode = (typed: string): string => typed.replace(/[\s-]/g, '').toLowerCase()
