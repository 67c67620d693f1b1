import { z } from 'zod'

const place = z.object({ code: z.string(), name: z.string(), count: z.int() })

/** Provinces with their cities, where there is anything; six-digit codes, short names, the most first. */
export const areaMenuRows = z.array(place.extend({ childList: z.array(place) }))
export type AreaMenu = z.output<typeof areaMenuRows>
