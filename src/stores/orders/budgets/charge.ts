import { atom, type ReadableAtom } from 'nanostores'
import { z } from 'zod'
import { api } from '../../../client/browser.ts'
import type { Failure } from '../../../contract/envelope.ts'
import type { ChargedState } from '../../../contract/orders/budgets.ts'
import { failures } from '../../../contract/failures.ts'
import { yuan } from '../../../domain/money.ts'
import { refusalText } from '../../shops/blocked-supplier.ts'
import { loadable, type Loaded } from '../../loadable.ts'

/** Where a purchase is charged; '' = not stated. */
export interface Charge {
  readonly costCentre: string
  readonly projectCode: string
}
/** A cost centre that can be chosen, with its projects. */
export interface ChargeableCentre {
  readonly code: string
  readonly name: string
  readonly projects: readonly string[]
}

/** The choice, without what the company does not have any more. */
export function validCharge(centres: readonly ChargeableCentre[], { costCentre, projectCode }: Charge): Charge {
  const centre = centres.find(({ code }) => code === costCentre)
  return {
    costCentre: centre?.code ?? '',
    projectCode: centre?.projects.includes(projectCode) === true ? projectCode : '',
  }
}

/** Whether a required cost centre was missing at the last submit. */
export const chargeMissing = atom(false)

/** Whether a purchase with the choice can be submitted; marks the choice where a required cost centre is missing. */
export function checkCharge(centres: readonly ChargeableCentre[], isRequired: boolean, charge: Charge): boolean {
  const isMissing = isRequired && validCharge(centres, charge).costCentre === ''
  chargeMissing.set(isMissing)
  return !isMissing
}

const part = loadable<ChargedState | null>()
/** The budget of the chosen cost centre and project; null = there is none. */
export const chargedBudget: ReadableAtom<Loaded<ChargedState | null>> = part.state

/** Loads the budget of a choice among these centres. */
export async function loadChargedBudget(centres: readonly ChargeableCentre[], charge: Charge): Promise<void> {
  const { costCentre, projectCode } = validCharge(centres, charge)
  if (costCentre === '') return part.show(null)
  await part.load(async () => {
    const answer = await api.orders.chargedBudget({ costCentre, projectCode })
    return answer.ok ? { ok: true, content: answer.content.budget } : answer
  }, true)
}

const shortBudget = z.object({ name: z.string(), left: z.number() })

/** Words of a refused purchase: what is left of a budget without room, or why the supplier is blocked. */
export function chargeRefusal(failure: Failure): string {
  const { data } = shortBudget.safeParse(failure.content)
  if (failure.code !== failures.budgetShort.code || data === undefined) return refusalText(failure)
  return `预算“${data.name}”仅余 ¥${yuan(Math.max(0, data.left))}，不能提交`
}
