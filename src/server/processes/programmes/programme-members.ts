import { and, count, eq } from 'drizzle-orm'
import { CallFailed } from '../../../contract/failures.ts'
import type { programmesCalls } from '../../../contract/projects/programmes.ts'
import type { Db } from '../../../db/open.ts'
import { users } from '../../../db/tables/accounts.ts'
import { programmeMembers, programmes } from '../../../db/tables/programmes.ts'
import { personName } from '../../../domain/accounts/person-name.ts'
import { links } from '../../../domain/links.ts'
import { programmeRoleLabels } from '../../../domain/projects/programmes.ts'
import { notify } from '../../accounts/notifications/notify.ts'
import type { Handler } from '../../handler.ts'
import {
  assertRoom,
  lockActiveProgramme,
  lockProgramme,
  recordEntry,
  type OwnProgramme,
} from '../../projects/programmes/programme-access.ts'
import { loadProgrammeMembers, namesOf, presentProgramme } from './present-programme.ts'

const memberRow = (programmeId: number, userId: number) =>
  and(eq(programmeMembers.programmeId, programmeId), eq(programmeMembers.userId, userId))

/**
 * After a change of a manager: throws programmeManagerLast without one; another one takes over from a person in charge
 * who is none.
 */
async function keepManaged(tx: Db, own: OwnProgramme): Promise<void> {
  const managers = (await loadProgrammeMembers(tx, own)).filter(({ role }) => role === 'manager')
  const [first] = managers
  if (first === undefined) throw new CallFailed('programmeManagerLast')
  if (managers.some(({ userId }) => userId === own.row.ownerUserId)) return
  await tx.update(programmes).set({ ownerUserId: first.userId }).where(eq(programmes.id, own.row.id))
}

export const programmeMemberSave: Handler<typeof programmesCalls.programmeMemberSave> = async (input, context) => {
  const { caller, db, note } = context
  const { programmeId, userId, role } = input
  return db.transaction(async (tx) => {
    const own = await lockActiveProgramme(tx, caller, programmeId, 'manager')
    const [person] = await tx
      .select({ realName: users.realName, loginName: users.loginName })
      .from(users)
      .where(and(eq(users.id, userId), eq(users.companyId, caller.companyId), eq(users.locked, false)))
      .for('key share')
    if (person === undefined) throw new CallFailed('programmeMemberUnfit')
    const [before] = await tx.select().from(programmeMembers).where(memberRow(programmeId, userId))
    if (before?.role === role) return presentProgramme(tx, caller, programmeId)
    if (before === undefined) {
      const [all] = await tx
        .select({ found: count() })
        .from(programmeMembers)
        .where(eq(programmeMembers.programmeId, programmeId))
      assertRoom(all?.found ?? 0, 'member')
    }
    await tx
      .insert(programmeMembers)
      .values({ programmeId, userId, role })
      .onConflictDoUpdate({ target: [programmeMembers.programmeId, programmeMembers.userId], set: { role } })
    if (before?.role === 'manager' || role === 'manager') await keepManaged(tx, own)
    const name = personName(person)
    await recordEntry(tx, caller, programmeId, 'set-member', `${name}：${programmeRoleLabels[role]}`)
    if (before === undefined && userId !== caller.userId)
      await notify(tx, context, 'programme.joined', [userId], {
        // Without its name: a notice stays, and is mailed, when the membership has ended.
        title: '您已加入一个研发项目',
        text: `${personName(caller)} 将您添加为${programmeRoleLabels[role]}。`,
        path: links.buyerProgramme(programmeId),
      })
    note(`${own.row.code}，${name}，${programmeRoleLabels[role]}`)
    return presentProgramme(tx, caller, programmeId)
  })
}

export const programmeMemberRemove: Handler<typeof programmesCalls.programmeMemberRemove> = (
  { programmeId, userId },
  { caller, db, note },
) =>
  db.transaction(async (tx) => {
    const isSelf = userId === caller.userId
    const own = await lockProgramme(tx, caller, programmeId, isSelf ? 'reader' : 'manager')
    const [removed] = await tx.delete(programmeMembers).where(memberRow(programmeId, userId)).returning()
    if (removed === undefined) return {}
    if (removed.role === 'manager') await keepManaged(tx, own)
    const name = (await namesOf(tx, [userId]))(userId)
    await recordEntry(tx, caller, programmeId, isSelf ? 'leave' : 'remove-member', isSelf ? '' : name)
    note(`${own.row.code}，${name}`)
    return {}
  })
