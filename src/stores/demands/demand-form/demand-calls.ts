import type { Api } from '../../../client/api.ts'
import type { Answer } from '../../../contract/envelope.ts'
import type { DemandForm } from '../../../contract/demands/demands.ts'
import { parseDemandInput } from './demand-input.ts'
import type { DemandValues } from './demand-values.ts'

/** Id, version and status of a saved demand. */
export interface SavedDemand {
  readonly id: number
  readonly version: number
  readonly status: DemandForm['status']
}

type DemandSaveAnswer = Awaited<ReturnType<Api['demands']['demandSave']>>
const toSavedDemand = (answer: DemandSaveAnswer): Answer<SavedDemand> =>
  answer.ok ? { ok: true, content: { ...answer.content, id: answer.content.demandId } } : answer

/** Calls that create and update a demand, with a client that prompts for login or one that does not. */
export function demandCalls(client: Api) {
  const inputOf = (values: DemandValues, submit: boolean) => parseDemandInput(values, submit, new Date().toISOString())
  // Input that was valid on the first try may be invalid by now, such as a deadline too near.
  const wrong = { ok: false, failure: { code: 400, message: '填写的内容有误，请检查标出的项', content: null } } as const
  return {
    create: async (values: DemandValues, submit: boolean, idempotencyKey: string): Promise<Answer<SavedDemand>> => {
      const read = inputOf(values, submit)
      return read.ok ? toSavedDemand(await client.demands.demandSave(read.input, { idempotencyKey })) : wrong
    },
    update: async (
      demandId: number,
      version: number,
      values: DemandValues,
      submit: boolean,
    ): Promise<Answer<SavedDemand>> => {
      const read = inputOf(values, submit)
      return read.ok ? toSavedDemand(await client.demands.demandUpdate({ ...read.input, demandId, version })) : wrong
    },
  }
}
