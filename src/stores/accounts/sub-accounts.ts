import { atom } from 'nanostores'
import { api } from '../../client/browser.ts'
import type { Failure } from '../../contract/envelope.ts'
import type { InvitedRow, SubAccountRow } from '../../contract/accounts/roles.ts'
import { loadable } from '../loaded.ts'
import { query } from './people-address.ts'

/** An account of the company, or somebody invited to be one. */
export type PersonRow = SubAccountRow | InvitedRow
export const isInvited = (row: PersonRow): row is InvitedRow => 'invitationId' in row

export interface PeoplePage {
  /** Of the accounts; those invited stand before them on the first page. */
  readonly total: number
  readonly data: readonly PersonRow[]
}

export const pageSize = 20
const part = loadable<PeoplePage>()
/** The company's accounts, a page of those that meet the conditions of the address. */
export const people = part.state

export async function load(): Promise<void> {
  const now = query.get()
  if (now === null || now.tab !== 'people') return
  const { keyword, current, roleId, state } = now
  await part.load(async () => {
    const answer = await api.accounts.subAccounts({
      keyword,
      current,
      pageSize,
      ...(roleId === undefined ? {} : { roleId }),
      ...(state === undefined ? {} : { locked: state === 'locked' }),
    })
    if (!answer.ok) return answer
    const { total, data, invitations } = answer.content
    return { ok: true, content: { total: Math.max(total, data.length), data: [...invitations, ...data] } }
  })
}

/** What may be done to an account after a question. */
export type AccountStep = 'lock' | 'unlock' | 'delete'
export type Asked =
  | { readonly at: 'none' }
  | {
      readonly at: 'asking' | 'sending'
      readonly step: AccountStep
      readonly account: Pick<SubAccountRow, 'userId' | 'realName' | 'loginName'>
      readonly failure: Failure | null
    }
export const asked = atom<Asked>({ at: 'none' })
export const ask = (step: AccountStep, account: SubAccountRow): void =>
  asked.set({ at: 'asking', step, account, failure: null })
export const drop = (): void => asked.set({ at: 'none' })

/** Does what was asked about. Tells what was done after success. */
export async function confirm(): Promise<AccountStep | undefined> {
  const now = asked.get()
  if (now.at !== 'asking') return undefined
  const { step, account } = now
  const { userId } = account
  asked.set({ ...now, at: 'sending', failure: null })
  const answer =
    step === 'delete'
      ? await api.accounts.subAccountDelete({ userId })
      : await api.accounts.subAccountUpdate({ userId, locked: step === 'lock' })
  if (!answer.ok) {
    asked.set({ ...now, at: 'asking', failure: answer.failure })
    return undefined
  }
  drop()
  return step
}
