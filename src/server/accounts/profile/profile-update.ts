import { eq } from 'drizzle-orm'
import type { profileCalls } from '../../../contract/accounts/profile.ts'
import { users } from '../../../db/tables/accounts.ts'
import type { Handler } from '../../handler.ts'
import { fileOf, fileUrl } from '../../operations/public.ts'
import { userInfoOf } from './user-info.ts'

export const profileUpdate: Handler<typeof profileCalls.profileUpdate> = async (input, { db, caller, note }) => {
  const { realName, jobTitle, avatarFileId } = input
  const changed = {
    ...(realName === undefined ? {} : { realName }),
    ...(jobTitle === undefined ? {} : { jobTitle }),
    ...(avatarFileId === undefined
      ? {}
      : { avatar: avatarFileId === '' ? '' : fileUrl(await fileOf(db, avatarFileId, caller, 'avatar')) }),
  }
  const words = { realName: '姓名', jobTitle: '职务', avatarFileId: '头像' } as const
  note(
    (['realName', 'jobTitle', 'avatarFileId'] as const)
      .filter((name) => input[name] !== undefined)
      .map((name) => words[name])
      .join('、'),
  )
  if (Object.keys(changed).length > 0) await db.update(users).set(changed).where(eq(users.id, caller.userId))
  return userInfoOf(db, caller.userId)
}
