import { CallFailed } from '../../contract/failures.ts'
import type { Caller } from '../handler.ts'

/** Throws ownCompany where the operator's own company is on either side of an order. */
export function assertNotOwnOrder(
  { companyId }: Pick<Caller, 'companyId'>,
  { buyerCompanyId, sellerCompanyId }: { readonly buyerCompanyId: number; readonly sellerCompanyId: number },
): void {
  if (companyId === buyerCompanyId || companyId === sellerCompanyId) throw new CallFailed('ownCompany')
}
