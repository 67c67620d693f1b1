import { atom } from 'nanostores'
import { api } from '../../client/browser.ts'
import type { Failure } from '../../contract/envelope.ts'
import type { ActionQuery } from '../../domain/operations/action-query.ts'
import { exportSheet } from './sheet-export.ts'

/** Result of checking the chain of actions. */
export type ChainCheck =
  | { readonly at: 'unchecked' }
  | { readonly at: 'checking' }
  | { readonly at: 'failed'; readonly failure: Failure }
  | { readonly at: 'checked'; readonly rows: number; readonly broken: number | null; readonly lastHash: string }
export const chainCheck = atom<ChainCheck>({ at: 'unchecked' })

/** Checks every action against the one before; ignored while a check runs. */
export async function verifyActions(): Promise<void> {
  if (chainCheck.get().at === 'checking') return
  chainCheck.set({ at: 'checking' })
  const answer = await api.operations.platformActionsVerify({})
  chainCheck.set(answer.ok ? { at: 'checked', ...answer.content } : { at: 'failed', failure: answer.failure })
}

/** Exports the actions that meet the conditions. Returns the failure, or null. */
export const exportActions = (conditions: Omit<ActionQuery, 'before'>) =>
  exportSheet('actions', () => api.operations.platformActionsSheet(conditions))
