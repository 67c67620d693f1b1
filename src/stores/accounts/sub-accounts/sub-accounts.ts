import { atom } from 'nanostores'
import { api } from '../../../client/browser.ts'
import type { Failure } from '../../../contract/envelope.ts'
import type { InvitedRow, SubAccountRow } from '../../../contract/accounts/roles.ts'
import { loadable } from '../../loadable.ts'
import { peopleQuery } from './people-query.ts'

/** An account of the company, or a pending invitation. */
export type PersonRow = SubAccountRow | InvitedRow
export const isInvited = (row: PersonRow): row is InvitedRow => 'invitationId' in row

export interface PeoplePage {
  /** Number of accounts; pending invitations precede them on the first page. */
  readonly total: number
  readonly data: readonly PersonRow[]
}

export const pageSize = 20
const part = loadable<PeoplePage>()
/** Page of the company's accounts that match the filters of the URL. */
export const people = part.state

export async function loadPeople(): Promise<void> {
  const now = peopleQuery.get()
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

/** Account actions that require confirmation. */
export type AccountAction = 'lock' | 'unlock' | 'delete'
export type AccountConfirmation =
  | { readonly at: 'none' }
  | {
      readonly at: 'asking' | 'sending'
      readonly step: AccountAction
      readonly account: Pick<SubAccountRow, 'userId' | 'realName' | 'loginName'>
      readonly failure: Failure | null
    }
export const accountConfirmation = atom<AccountConfirmation>({ at: 'none' })
export const openAccountConfirmation = (step: AccountAction, account: SubAccountRow): void =>
  accountConfirmation.set({ at: 'asking', step, account, failure: null })
export const closeAccountConfirmation = (): void => accountConfirmation.set({ at: 'none' })

/** Executes the confirmed action; returns it on success. */
export async function confirmAccountAction(): Promise<AccountAction | undefined> {
  const now = accountConfirmation.get()
  if (now.at !== 'asking') return undefined
  const { step, account } = now
  const { userId } = account
  accountConfirmation.set({ ...now, at: 'sending', failure: null })
  const answer =
    step === 'delete'
      ? await api.accounts.subAccountDelete({ userId })
      : await api.accounts.subAccountUpdate({ userId, locked: step === 'lock' })
  if (!answer.ok) {
    accountConfirmation.set({ ...now, at: 'asking', failure: answer.failure })
    return undefined
  }
  closeAccountConfirmation()
  return step
}
