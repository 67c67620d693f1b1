import type { Contract } from '../../contract/contract.ts'
import type { Handlers } from '../handler.ts'
import { demoOutbox } from './demo-outbox.ts'
import { upload } from './upload.ts'

export const operationsHandlers: Handlers<Contract['operations']> = { demoOutbox, upload }
