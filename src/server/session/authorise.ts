import type { Access, Who } from '../../contract/access.ts'
import { CallFailed } from '../../contract/failures.ts'
import type { Caller, CallerOf } from '../handler.ts'
import { isCertificationExpired, isCertified, isCompanySuspended } from '../../domain/accounts/certification.ts'

const allowed: Record<Who, (caller: Caller | null) => boolean> = {
  public: () => true,
  user: (caller) => caller !== null,
  company: (caller) => caller?.companyId != null,
  seller: (caller) => caller?.companyId != null && caller.shopId !== null,
  service: (caller) => caller?.isService === true,
  operator: (caller) => caller?.isOperator === true,
}

function mayCall<W extends Who>(caller: Caller | null, who: W): caller is Extract<CallerOf<W>, Caller | null> {
  return allowed[who](caller)
}

/** The caller typed by the access of the call. Throws the failure otherwise; `isIdle`: the session ended idle. */
export function authorise<W extends Who>(access: Access<W>, caller: Caller | null, isIdle = false): CallerOf<W> {
  if (mayCall(caller, access.who)) {
    const { operates } = access
    if (operates !== undefined && caller?.operatorPermissions.has(operates) !== true)
      throw new CallFailed('operatorForbidden')
    // Users without a company have no roles: calls for every user need no permission from them.
    const alone = access.who === 'user' && caller?.companyId === null
    const needed = [access.permission, access.also].filter((permission) => permission !== undefined)
    if (alone || needed.every((permission) => caller?.permissions.has(permission) === true)) return caller
    throw new CallFailed('forbidden')
  }
  if (caller === null) throw new CallFailed(isIdle ? 'sessionIdle' : 'sessionInvalid')
  if (access.who === 'operator' && caller.lacksSecondStep) throw new CallFailed('twoFactorNeeded')
  if (access.who === 'seller' && caller.companyId !== null) throw new CallFailed('notSeller')
  if (access.who === 'company' || access.who === 'seller') throw new CallFailed('notCertified')
  throw new CallFailed('forbidden')
}

/** Throws notCertified, certificationExpired or companySuspended: new trade requires a valid certification. */
export function assertCertified({ certification }: Pick<Caller, 'certification'>): void {
  if (isCompanySuspended(certification)) throw new CallFailed('companySuspended')
  if (isCertificationExpired(certification)) throw new CallFailed('certificationExpired')
  if (!isCertified(certification)) throw new CallFailed('notCertified')
}
