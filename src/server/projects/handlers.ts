import type { Contract } from '../../contract/contract.ts'
import type { Handlers } from '../handler.ts'
import { bookingsHandlers } from './bookings/handlers.ts'
import { declarationsHandlers } from './declarations/handlers.ts'

export const projectsHandlers = { ...bookingsHandlers, ...declarationsHandlers } satisfies Handlers<
  Contract['projects']
>
