import type { Contract } from '../../contract/contract.ts'
import type { Handlers } from '../handler.ts'
import { demoOutbox } from './demo-outbox.ts'
import { upload } from './upload.ts'
import { visitFigures } from './visits/visits.ts'

export const operationsHandlers: Handlers<Contract['operations']> = { demoOutbox, upload, visits: visitFigures }
