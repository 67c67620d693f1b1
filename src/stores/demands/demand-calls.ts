import type { Api } from '../../client/api.ts'
import type { Answer } from '../../contract/envelope.ts'
import type { DemandForm } from '../../contract/demands/demands.ts'
import { demandInputOf } from './demand-input.ts'
import type { DemandValues } from './demand-values.ts'

/** A demand as the server keeps it. */
export interface OnServer {
  readonly id: number
  readonly version: number
  readonly status: DemandForm['status']
}

type Saved = Awaited<ReturnType<Api['demands']['demandSave']>>
const saved = (answer: Saved): Answer<OnServer> =>
  answer.ok ? { ok: true, content: { ...answer.content, id: answer.content.demandId } } : answer

/** How a demand is made and changed, by a client that asks for a login or by one that does not. */
export function callsBy(client: Api) {
  const inputOf = (values: DemandValues, submit: boolean) => demandInputOf(values, submit, new Date().toISOString())
  // What was right when it was first sent may be wrong by now: its deadline came near.
  const wrong = { ok: false, failure: { code: 400, message: '填写的内容有误，请检查标出的项', content: null } } as const
  return {
    create: async (values: DemandValues, submit: boolean, idempotencyKey: string): Promise<Answer<OnServer>> => {
      const read = inputOf(values, submit)
      return read.ok ? saved(await client.demands.demandSave(read.input, { idempotencyKey })) : wrong
    },
    update: async (
      demandId: number,
      version: number,
      values: DemandValues,
      submit: boolean,
    ): Promise<Answer<OnServer>> => {
      const read = inputOf(values, submit)
      return read.ok ? saved(await client.demands.demandUpdate({ ...read.input, demandId, version })) : wrong
    },
  }
}
