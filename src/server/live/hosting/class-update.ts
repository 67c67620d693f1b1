import type { z } from 'zod'
import type { hostingCalls } from '../../../contract/live/hosting.ts'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { classChanges } from '../../../domain/live/class-changes.ts'
import { classTag } from '../../../domain/live/classes.ts'
import type { Handler } from '../../handler.ts'
import { actorOf } from '../../operations/public.ts'
import { applyClassEdit, mustSeatBooked } from './apply-class-edit.ts'
import { changeOf, contentOf, countWrite, dropChange, keepChange, type By } from './class-changes.ts'
import { firstStatus, mustBeAhead } from './class-save.ts'
import { ownClassToCome } from './own-class-to-come.ts'

type Form = z.output<typeof hostingCalls.classSave.input>
type Class = Awaited<ReturnType<typeof ownClassToCome>>

export const classUpdate: Handler<typeof hostingCalls.classUpdate> = async (input, context) => {
  const { caller, db, config, pages, after, note } = context
  const { classId, version, ...form } = input
  mustBeAhead(form)
  const saved = await db.transaction(async (tx) => {
    const before = await ownClassToCome(tx, classId, caller.companyId)
    if (before.version !== version) throw new CallFailed('conflict')
    if (before.status === 'cancelled') throw new CallFailed('stepNotAllowed')
    const by = actorOf(caller)
    if (before.status === 'published' && config.review === 'manual') return keepBeside(tx, before, form, by)
    await dropChange(tx, classId, by)
    const status = firstStatus(config.review)
    const next = await applyClassEdit(tx, context, before, { content: form, status, by })
    return { classId, status, version: next, changeWaits: false }
  })
  note(form.title)
  if (!saved.changeWaits) after(() => pages.invalidate(['classes', classTag(classId)]))
  return saved
}

/** What is out stays as it is while its change is looked at; the next edit replaces it, the public words again give it up. */
async function keepBeside(tx: Db, before: Class, form: Form, by: Required<By>) {
  mustSeatBooked(before, form)
  const { id, status } = before
  const kept = await changeOf(tx, id)
  const reason = classChanges(contentOf(before), form)
  const changeWaits = reason !== ''
  const same = kept?.status === 'pending_review' && classChanges(contentOf(kept), form) === ''
  const stands = changeWaits ? same : kept === undefined
  const saved = { classId: id, status, changeWaits }
  if (stands) return { ...saved, version: before.version }
  if (changeWaits) await keepChange(tx, id, by, form, reason)
  else await dropChange(tx, id, by)
  return { ...saved, version: await countWrite(tx, before) }
}
