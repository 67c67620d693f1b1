import type { Contract } from '../../contract/contract.ts'
import type { Handlers } from '../handler.ts'

export const projectsHandlers = {} satisfies Handlers<Contract['projects']>
