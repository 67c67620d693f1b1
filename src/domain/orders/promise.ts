/** Days ahead that a supplier may promise a delivery for: three years, as long as a study takes. */
export const mostPromisedDays = 1_095

/** The last millisecond of a day of Shanghai, given as 2026-11-21. A promise is kept until then. */
export const endOfDay = (day: string): Date => new Date(Date.parse(`${day}T23:59:59.999+08:00`))
