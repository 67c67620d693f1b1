import type { Caller } from '../../handler.ts'

/** Whether somebody speaks for a class: people of its company who keep the shop, and the platform's own for any. */
export function isHost(
  { companyId, isService, isOperator, isOwner, permissions }: Caller,
  of: { readonly companyId: number | null },
): boolean {
  if (isService || isOperator) return true
  return of.companyId !== null && of.companyId === companyId && (isOwner || permissions.has('corporate_show'))
}
