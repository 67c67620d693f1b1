import type { Loaded } from '../../src/stores/loadable.ts'

/** Content of a loaded state; throws if not ready. */
export function readyContent<T>(state: Loaded<T>): T {
  if (state.at !== 'ready') throw new Error(`It is ${state.at}`)
  return state.content
}
