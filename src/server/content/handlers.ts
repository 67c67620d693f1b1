import type { Contract } from '../../contract/contract.ts'
import type { Handlers } from '../handler.ts'
import { digitalHandlers } from './digital/handlers.ts'
import { entriesHandlers } from './entries/handlers.ts'
import { questionsHandlers } from './questions/handlers.ts'
import { drugHandlers } from './drug/handlers.ts'
import { roadshowOperation } from './roadshow-operation.ts'
import { techServicesOperation } from './tech-services-operation.ts'

export const contentHandlers = {
  ...digitalHandlers,
  ...entriesHandlers,
  ...questionsHandlers,
  ...drugHandlers,
  roadshowOperation,
  techServicesOperation,
} satisfies Handlers<Contract['content']>
