import type { Access, Who } from '../../contract/access.ts'
import { CallFailed } from '../../contract/failures.ts'
import type { Caller, CallerOf } from '../handler.ts'

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

/** The caller as the call's access promises it, or the failure that tells why not; `isIdle`: why nobody is there. */
export function authorise<W extends Who>(access: Access<W>, caller: Caller | null, isIdle = false): CallerOf<W> {
  if (mayCall(caller, access.who)) {
    // Nobody grants rights to who has no company: what is open to every person is open to them whole.
    const alone = access.who === 'user' && caller?.companyId === null
    const held = access.permission === undefined || alone || caller?.permissions.has(access.permission) === true
    if (held) return caller
    throw new CallFailed('forbidden')
  }
  if (caller === null) throw new CallFailed(isIdle ? 'sessionIdle' : 'sessionInvalid')
  if (access.who === 'operator' && caller.lacksSecondStep) throw new CallFailed('twoFactorNeeded')
  if (access.who === 'seller' && caller.companyId !== null) throw new CallFailed('notSeller')
  if (access.who === 'company' || access.who === 'seller') throw new CallFailed('notCertified')
  throw new CallFailed('forbidden')
}

/** New trade needs a certification in force: throws notCertified or certificationExpired. */
export function mustBeCertified({ certification }: Pick<Caller, 'certification'>): void {
  if (certification === 'expired') throw new CallFailed('certificationExpired')
  if (certification !== 'approved') throw new CallFailed('notCertified')
}
