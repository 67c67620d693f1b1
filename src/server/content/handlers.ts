import type { Contract } from '../../contract/contract.ts'
import type { Handlers } from '../handler.ts'

export const contentHandlers = {} satisfies Handlers<Contract['content']>
