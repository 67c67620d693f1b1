import { expect, test } from 'vitest'
import { failed } from '../../../src/contract/envelope.ts'
import type { FailureName } from '../../../src/contract/failures.ts'
import { loadable } from '../../../src/stores/loadable.ts'

const list = async () => ({ ok: true, content: ['一'] }) as const
const refuse = (name: FailureName) => async () => ({ ok: false, failure: failed(name) }) as const

test('keeps loaded content when reloading fails', async () => {
  const { state, load } = loadable<readonly string[]>()
  await load(list)
  await load(refuse('serverError'))
  expect(state.get()).toMatchObject({ at: 'ready', content: ['一'], stale: { code: 500 } })
})

test.each(['forbidden', 'notFound', 'notCertified', 'notSeller'] as const)(
  'what one may not see any more goes: %s',
  async (name) => {
    const { state, load } = loadable<readonly string[]>()
    await load(list)
    await load(refuse(name))
    expect(state.get()).toMatchObject({ at: 'failed', failure: { code: failed(name).code } })
    await load(list)
    expect(state.get()).toMatchObject({ at: 'ready', content: ['一'], stale: null })
  },
)
