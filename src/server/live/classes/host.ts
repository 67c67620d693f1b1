import type { Caller } from '../../handler.ts'

/** Whether the caller hosts a class: members of its company with the permission, and platform staff for all. */
export function isHost(
  { companyId, isService, isOperator, isOwner, permissions }: Caller,
  of: { readonly companyId: number | null },
): boolean {
  if (isService || isOperator) return true
  return of.companyId !== null && of.companyId === companyId && (isOwner || permissions.has('meeting'))
}
