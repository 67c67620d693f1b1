import type { hostingCalls } from '../../../contract/live/hosting.ts'
import { CallFailed } from '../../../contract/failures.ts'
import type { Handler } from '../../handler.ts'
import { actorOf } from '../../operations/public.ts'
import { countWrite, dropChange } from './class-changes.ts'
import { ownClassToCome } from './own-class-to-come.ts'

export const classChangeDrop: Handler<typeof hostingCalls.classChangeDrop> = ({ classId }, { caller, db, note }) =>
  db.transaction(async (tx) => {
    const found = await ownClassToCome(tx, classId, caller.companyId)
    note(found.title)
    if (!(await dropChange(tx, classId, actorOf(caller)))) throw new CallFailed('notFound')
    return { classId, status: found.status, version: await countWrite(tx, found), changeWaits: false }
  })
