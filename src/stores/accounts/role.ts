import type { z } from 'zod'
import { api } from '../../client/browser.ts'
import type { rolesCalls } from '../../contract/accounts/roles.ts'
import { loadable } from '../loaded.ts'
import { begin, form } from './role-form.ts'

export type RoleDetail = z.output<typeof rolesCalls.role.output>

const part = loadable<RoleDetail | null>()
/** One role and those who hold it; null = a new one. */
export const role = part.state
let shown: number | null = null

/** Reads the role, or begins a new one. */
export async function load(roleId = shown): Promise<void> {
  shown = roleId
  await part.load(async () => (roleId === null ? { ok: true, content: null } : api.accounts.role({ roleId })))
  const now = role.get()
  if (now.at === 'ready' && now.stale === null) begin(now.content ?? undefined)
}

/** Saves; gives the role's id when it worked. */
export async function save(): Promise<number | undefined> {
  const saved = await form.send()
  if (saved !== undefined && shown !== null) await load()
  return saved?.roleId
}
