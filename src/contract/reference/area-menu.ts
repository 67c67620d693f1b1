import { z } from 'zod'

const place = z.object({ code: z.string(), name: z.string(), count: z.int() })

/** Non-empty provinces with their cities; six-digit codes, short names, highest count first. */
export const areaMenuRows = z.array(place.extend({ childList: z.array(place) }))
export type AreaMenu = z.output<typeof areaMenuRows>
